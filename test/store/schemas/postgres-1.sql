-- A store as version 1 of the schema kept it. Stays as it is.
CREATE TABLE graphs (
  graph_key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  places bigint NOT NULL
);
CREATE SEQUENCE graph_revision_keys;
CREATE TABLE graph_revisions (
  revision_key bigint PRIMARY KEY,
  graph_key bigint NOT NULL REFERENCES graphs (graph_key) ON DELETE CASCADE,
  revision text COLLATE "C" NOT NULL,
  place bigint NOT NULL,
  digest text COLLATE "C" NOT NULL,
  bytes bigint NOT NULL,
  nodes bigint NOT NULL,
  edges bigint NOT NULL,
  paths bigint NOT NULL,
  summaries bigint NOT NULL,
  created_at bigint NOT NULL,
  UNIQUE (graph_key, revision),
  UNIQUE (graph_key, place)
);
CREATE TABLE graph_chunks (
  revision_key bigint NOT NULL REFERENCES graph_revisions (revision_key) ON DELETE CASCADE
    DEFERRABLE INITIALLY DEFERRED,
  position integer NOT NULL,
  data bytea NOT NULL,
  PRIMARY KEY (revision_key, position)
);
ALTER TABLE graph_chunks ALTER COLUMN data SET STORAGE EXTERNAL;
CREATE TABLE runs (
  run_key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  started_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  steps bigint NOT NULL,
  degraded_steps bigint NOT NULL,
  bytes bigint NOT NULL
);
CREATE INDEX runs_by_update ON runs (updated_at);
CREATE INDEX runs_degraded ON runs (run_key) WHERE degraded_steps > 0;
CREATE TABLE run_steps (
  run_key bigint NOT NULL REFERENCES runs (run_key) ON DELETE CASCADE,
  step_key text COLLATE "C" NOT NULL,
  place bigint NOT NULL,
  degraded smallint NOT NULL,
  record text NOT NULL,
  bytes bigint NOT NULL,
  attempts bigint NOT NULL,
  first_at bigint NOT NULL,
  last_at bigint NOT NULL,
  PRIMARY KEY (run_key, step_key),
  UNIQUE (run_key, place)
);
CREATE TABLE schema_version (version integer NOT NULL);
INSERT INTO schema_version VALUES (1);
INSERT INTO graphs (id, places) VALUES ('kettle', 3);
INSERT INTO graph_revisions VALUES (nextval('graph_revision_keys'), 1, 'r1', 3, 'd1', 5, 3, 2, 1, 1, 1000);
INSERT INTO graph_revisions VALUES (nextval('graph_revision_keys'), 1, 'r2', 2, 'd2', 1, 1, 0, 0, 0, 2000);
INSERT INTO graph_chunks VALUES (1, 0, '\x0102'), (1, 1, '\x030405'), (2, 0, '\x09');
INSERT INTO runs (id, started_at, updated_at, steps, degraded_steps, bytes) VALUES ('nightly', 3000, 4000, 2, 1, 6);
INSERT INTO run_steps VALUES (1, 's1', 1, 1, '"a"', 3, 2, 3000, 4000), (1, 's2', 2, 0, '"b"', 3, 1, 3500, 3500);
