-- Letters in: the name of each that was ever taken in from a host, so that none is taken in twice.
CREATE TABLE referee_letter (
    name text PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now()
);
