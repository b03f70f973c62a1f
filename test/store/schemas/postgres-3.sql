-- A store as version 3 of the schema kept it. Stays as it is.
CREATE TABLE graphs (
  graph_key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  places bigint NOT NULL,
  UNIQUE (tenant, id)
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
  tenant text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  started_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  steps bigint NOT NULL,
  degraded_steps bigint NOT NULL,
  bytes bigint NOT NULL,
  UNIQUE (tenant, id)
);
CREATE INDEX runs_by_update ON runs (tenant, updated_at);
CREATE INDEX runs_by_beginning ON runs (tenant, run_key);
CREATE INDEX runs_degraded ON runs (tenant, run_key) WHERE degraded_steps > 0;
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
CREATE SEQUENCE output_keys;
CREATE TABLE outputs (
  output_key bigint PRIMARY KEY,
  tenant text COLLATE "C" NOT NULL,
  ref text COLLATE "C" NOT NULL,
  bytes bigint NOT NULL,
  lines bigint NOT NULL,
  created_at bigint NOT NULL,
  kept_at bigint NOT NULL,
  UNIQUE (tenant, ref)
);
CREATE INDEX outputs_by_time ON outputs (tenant, kept_at);
CREATE TABLE output_parts (
  output_key bigint NOT NULL REFERENCES outputs (output_key) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  start_byte bigint NOT NULL,
  lines_before bigint NOT NULL,
  data bytea NOT NULL,
  PRIMARY KEY (output_key, start_byte)
);
CREATE TABLE output_runs (
  place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant text COLLATE "C" NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  output_key bigint NOT NULL REFERENCES outputs (output_key) ON DELETE CASCADE,
  UNIQUE (run_id, output_key)
);
CREATE INDEX output_runs_by_run ON output_runs (tenant, run_id, place);
CREATE INDEX output_runs_by_output ON output_runs (output_key);
CREATE TABLE output_totals (tenant text COLLATE "C" NOT NULL PRIMARY KEY, bytes bigint NOT NULL);
CREATE TABLE schema_version (version integer NOT NULL);
INSERT INTO schema_version VALUES (3);
INSERT INTO graphs (tenant, id, places) VALUES ('', 'kettle', 3), ('acme', 'kettle', 1);
INSERT INTO graph_revisions VALUES (nextval('graph_revision_keys'), 1, 'r1', 3, 'd1', 5, 3, 2, 1, 1, 1000);
INSERT INTO graph_revisions VALUES (nextval('graph_revision_keys'), 1, 'r2', 2, 'd2', 1, 1, 0, 0, 0, 2000);
INSERT INTO graph_revisions VALUES (nextval('graph_revision_keys'), 2, 'r1', 1, 'd3', 1, 1, 0, 0, 0, 1000);
INSERT INTO graph_chunks VALUES (1, 0, '\x0102'), (1, 1, '\x030405'), (2, 0, '\x09'), (3, 0, '\x07');
INSERT INTO runs (tenant, id, started_at, updated_at, steps, degraded_steps, bytes)
  VALUES ('', 'nightly', 3000, 4000, 2, 1, 6), ('acme', 'nightly', 3000, 4000, 1, 0, 3);
INSERT INTO run_steps VALUES (1, 's1', 1, 1, '"a"', 3, 2, 3000, 4000), (1, 's2', 2, 0, '"b"', 3, 1, 3500, 3500),
  (2, 's1', 1, 0, '"c"', 3, 1, 3000, 4000);
INSERT INTO outputs (output_key, tenant, ref, bytes, lines, created_at, kept_at)
  VALUES (nextval('output_keys'), '', 'o1', 5, 2, 5000, 6000), (nextval('output_keys'), 'acme', 'o1', 1, 1, 5000, 6000);
INSERT INTO output_parts VALUES (1, 0, 0, '\x610a62'), (1, 3, 1, '\x6364'), (2, 0, 0, '\x65');
INSERT INTO output_runs (tenant, run_id, output_key) VALUES ('', 'nightly', 1), ('acme', 'nightly', 2);
INSERT INTO output_totals (tenant, bytes) VALUES ('', 5), ('acme', 1);
