-- A store as version 3 of the schema kept it. Stays as it is.
CREATE TABLE graphs (
  graph_key INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  places INTEGER NOT NULL,
  UNIQUE (tenant, id)
) STRICT;
CREATE TABLE graph_revisions (
  revision_key INTEGER PRIMARY KEY AUTOINCREMENT,
  graph_key INTEGER NOT NULL REFERENCES graphs (graph_key) ON DELETE CASCADE,
  revision TEXT NOT NULL,
  place INTEGER NOT NULL,
  digest TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  nodes INTEGER NOT NULL,
  edges INTEGER NOT NULL,
  paths INTEGER NOT NULL,
  summaries INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (graph_key, revision),
  UNIQUE (graph_key, place)
) STRICT;
CREATE TABLE graph_chunks (
  revision_key INTEGER NOT NULL REFERENCES graph_revisions (revision_key) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (revision_key, position)
) STRICT;
CREATE TABLE runs (
  run_key INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  steps INTEGER NOT NULL,
  degraded_steps INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  UNIQUE (tenant, id)
) STRICT;
CREATE INDEX runs_by_update ON runs (tenant, updated_at);
CREATE INDEX runs_by_beginning ON runs (tenant, run_key);
CREATE INDEX runs_degraded ON runs (tenant, run_key) WHERE degraded_steps > 0;
CREATE TABLE run_steps (
  run_key INTEGER NOT NULL REFERENCES runs (run_key) ON DELETE CASCADE,
  step_key TEXT NOT NULL,
  place INTEGER NOT NULL,
  degraded INTEGER NOT NULL,
  record TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (run_key, step_key),
  UNIQUE (run_key, place)
) STRICT;
CREATE TABLE outputs (
  output_key INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant TEXT NOT NULL,
  ref TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  kept_at INTEGER NOT NULL,
  UNIQUE (tenant, ref)
) STRICT;
CREATE INDEX outputs_by_time ON outputs (tenant, kept_at);
CREATE TABLE output_parts (
  output_key INTEGER NOT NULL REFERENCES outputs (output_key) ON DELETE CASCADE,
  start_byte INTEGER NOT NULL,
  lines_before INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (output_key, start_byte)
) STRICT;
CREATE TABLE output_runs (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant TEXT NOT NULL,
  run_id TEXT NOT NULL,
  output_key INTEGER NOT NULL REFERENCES outputs (output_key) ON DELETE CASCADE,
  UNIQUE (run_id, output_key)
) STRICT;
CREATE INDEX output_runs_by_run ON output_runs (tenant, run_id, place);
CREATE INDEX output_runs_by_output ON output_runs (output_key);
CREATE TABLE output_totals (tenant TEXT NOT NULL PRIMARY KEY, bytes INTEGER NOT NULL) STRICT;
CREATE TABLE schema_version (version INTEGER NOT NULL) STRICT;
INSERT INTO schema_version VALUES (3);
INSERT INTO graphs (tenant, id, places) VALUES ('', 'kettle', 3), ('acme', 'kettle', 1);
INSERT INTO graph_revisions VALUES (1, 1, 'r1', 3, 'd1', 5, 3, 2, 1, 1, 1000);
INSERT INTO graph_revisions VALUES (2, 1, 'r2', 2, 'd2', 1, 1, 0, 0, 0, 2000);
INSERT INTO graph_revisions VALUES (3, 2, 'r1', 1, 'd3', 1, 1, 0, 0, 0, 1000);
INSERT INTO graph_chunks VALUES (1, 0, x'0102'), (1, 1, x'030405'), (2, 0, x'09'), (3, 0, x'07');
INSERT INTO runs (tenant, id, started_at, updated_at, steps, degraded_steps, bytes)
  VALUES ('', 'nightly', 3000, 4000, 2, 1, 6), ('acme', 'nightly', 3000, 4000, 1, 0, 3);
INSERT INTO run_steps VALUES (1, 's1', 1, 1, '"a"', 3, 2, 3000, 4000), (1, 's2', 2, 0, '"b"', 3, 1, 3500, 3500),
  (2, 's1', 1, 0, '"c"', 3, 1, 3000, 4000);
INSERT INTO outputs VALUES (1, '', 'o1', 5, 2, 5000, 6000), (2, 'acme', 'o1', 1, 1, 5000, 6000);
INSERT INTO output_parts VALUES (1, 0, 0, x'610a62'), (1, 3, 1, x'6364'), (2, 0, 0, x'65');
INSERT INTO output_runs (tenant, run_id, output_key) VALUES ('', 'nightly', 1), ('acme', 'nightly', 2);
INSERT INTO output_totals (tenant, bytes) VALUES ('', 5), ('acme', 1);
