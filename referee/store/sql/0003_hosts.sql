-- Who serves the home, when each was last heard of, and whether letters may lie where it could not fetch them; and up to
-- which migration of its own the queue was brought.
CREATE TABLE referee_host (
    name text PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    unseen boolean NOT NULL DEFAULT false
);
CREATE TABLE referee_queue (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    migration text NOT NULL
);
