import { pendingMigrations } from './migrate.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { StoreError } from './store-error.ts'
import type { SchemaVersions } from './whole-store.ts'

/** Version n of the schema is the first n of these. What was released stays as it is; a change is one more. */
const MIGRATIONS = [
  `
  CREATE TABLE graphs (
    graph_key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    places INTEGER NOT NULL
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
    id TEXT NOT NULL UNIQUE,
    started_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    steps INTEGER NOT NULL,
    degraded_steps INTEGER NOT NULL,
    bytes INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX runs_by_update ON runs (updated_at);
  CREATE INDEX runs_degraded ON runs (run_key) WHERE degraded_steps > 0;
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
  `,
  `
  CREATE TABLE outputs (
    output_key INTEGER PRIMARY KEY AUTOINCREMENT,
    ref TEXT NOT NULL UNIQUE,
    bytes INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    kept_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX outputs_by_time ON outputs (kept_at);
  CREATE TABLE output_parts (
    output_key INTEGER NOT NULL REFERENCES outputs (output_key) ON DELETE CASCADE,
    start_byte INTEGER NOT NULL,
    lines_before INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (output_key, start_byte)
  ) STRICT;
  CREATE TABLE output_runs (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id TEXT NOT NULL,
    output_key INTEGER NOT NULL REFERENCES outputs (output_key) ON DELETE CASCADE,
    UNIQUE (run_id, output_key)
  ) STRICT;
  CREATE INDEX output_runs_by_run ON output_runs (run_id, place);
  CREATE INDEX output_runs_by_output ON output_runs (output_key);
  CREATE TABLE output_totals (bytes INTEGER NOT NULL) STRICT;
  INSERT INTO output_totals (bytes) VALUES (0);
  `,
  // A table's constraints cannot be altered: each table whose keys become a tenant's is made anew, its rows as they are.
  `
  CREATE TABLE new_graphs (
    graph_key INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    places INTEGER NOT NULL,
    UNIQUE (tenant, id)
  ) STRICT;
  INSERT INTO new_graphs (graph_key, tenant, id, places) SELECT graph_key, '', id, places FROM graphs;
  ${inPlaceOf('graphs')}
  CREATE TABLE new_runs (
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
  INSERT INTO new_runs (run_key, tenant, id, started_at, updated_at, steps, degraded_steps, bytes)
    SELECT run_key, '', id, started_at, updated_at, steps, degraded_steps, bytes FROM runs;
  ${inPlaceOf('runs')}
  CREATE INDEX runs_by_beginning ON runs (tenant, run_key);
  CREATE INDEX runs_by_update ON runs (tenant, updated_at);
  CREATE INDEX runs_degraded ON runs (tenant, run_key) WHERE degraded_steps > 0;
  CREATE TABLE new_outputs (
    output_key INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant TEXT NOT NULL,
    ref TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    kept_at INTEGER NOT NULL,
    UNIQUE (tenant, ref)
  ) STRICT;
  INSERT INTO new_outputs (output_key, tenant, ref, bytes, lines, created_at, kept_at)
    SELECT output_key, '', ref, bytes, lines, created_at, kept_at FROM outputs;
  ${inPlaceOf('outputs')}
  CREATE INDEX outputs_by_time ON outputs (tenant, kept_at);
  ALTER TABLE output_runs ADD COLUMN tenant TEXT NOT NULL DEFAULT '';
  DROP INDEX output_runs_by_run;
  CREATE INDEX output_runs_by_run ON output_runs (tenant, run_id, place);
  CREATE TABLE new_output_totals (tenant TEXT NOT NULL PRIMARY KEY, bytes INTEGER NOT NULL) STRICT;
  INSERT INTO new_output_totals (tenant, bytes) SELECT '', bytes FROM output_totals;
  DROP TABLE output_totals;
  ALTER TABLE new_output_totals RENAME TO output_totals;
  `,
]

/** Puts a new table in an old one's place. No key that was given before is given again. */
function inPlaceOf(table: string): string {
  return `
  DELETE FROM sqlite_sequence WHERE name = 'new_${table}';
  INSERT INTO sqlite_sequence (name, seq) SELECT 'new_${table}', seq FROM sqlite_sequence WHERE name = '${table}';
  DROP TABLE ${table};
  ALTER TABLE new_${table} RENAME TO ${table};`
}

/**
 * Brings the schema up to date, in one transaction; processes that open the file at once wait for each other.
 *
 * @param create whether an empty file becomes a store; one that is there must then be writable
 * @throws StoreError `store-schema-newer`, `store-missing`, `store-corrupt`
 */
export function migrateSqlite(
  connection: SqliteConnection,
  create = true,
  migrations: readonly string[] = MIGRATIONS,
): SchemaVersions {
  // A table that is made anew takes nothing along of what refers to it: https://sqlite.org/lang_altertable.html#otheralter
  return connection.withoutForeignKeys(() => connection.write(() => migrate(connection, create, migrations)))
}

function migrate(connection: SqliteConnection, create: boolean, migrations: readonly string[]): SchemaVersions {
  connection.script('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL) STRICT')
  const version = connection.get<{ version: number }>('SELECT version FROM schema_version')?.version ?? 0
  const { found, now, pending } = pendingMigrations(version, migrations, create)
  if (pending.length > 0) {
    for (const migration of pending) connection.script(migration)
    const broken = connection.all('PRAGMA foreign_key_check').length
    if (broken > 0) throw new StoreError('store-corrupt', `${broken} rows of the store belong to nothing`)
    connection.run('DELETE FROM schema_version')
    connection.run('INSERT INTO schema_version (version) VALUES ($1)', now)
  } else if (create) {
    // SQLite opens a file that may not be written, and says so with the first write.
    connection.run('UPDATE schema_version SET version = version')
  }
  return { found, now }
}
