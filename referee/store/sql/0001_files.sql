-- The files of a home. A file is its row and its blocks: one block for a small file, and one more for each addition to
-- one that is only added to, such as a record. A row stays when its file is gone, so that working folders hear of it.
CREATE TABLE referee_house (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    key_mark bytea,
    swept xid8 NOT NULL DEFAULT pg_current_xact_id()
);
INSERT INTO referee_house DEFAULT VALUES;

CREATE TABLE referee_file (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    path text NOT NULL UNIQUE,
    part text NOT NULL,
    mode integer NOT NULL DEFAULT 384,
    size bigint NOT NULL,
    gone boolean NOT NULL DEFAULT false,
    changed xid8 NOT NULL DEFAULT pg_current_xact_id(),
    whole xid8 NOT NULL DEFAULT pg_current_xact_id(),
    at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN referee_file.changed IS 'the transaction that changed it last: its version';
COMMENT ON COLUMN referee_file.whole IS 'the transaction that replaced it last; since then it was only added to';
CREATE INDEX referee_file_news ON referee_file (part, changed);

CREATE TABLE referee_block (
    file bigint NOT NULL REFERENCES referee_file (id) ON DELETE CASCADE,
    at bigint NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (file, at)
);
ALTER TABLE referee_block ALTER COLUMN data SET STORAGE EXTERNAL;
