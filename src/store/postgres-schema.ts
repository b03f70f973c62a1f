import type { ClientBase } from 'pg'
import { pendingMigrations } from './migrate.ts'
import type { SchemaVersions } from './whole-store.ts'

/** Version n of the schema is the first n of these. What was released stays as it is; a change is one more. */
const MIGRATIONS = [
  // Keys are compared byte by byte, whatever the database's language. A compiled graph is not worth compressing.
  `
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
  `,
  `
  CREATE SEQUENCE output_keys;
  CREATE TABLE outputs (
    output_key bigint PRIMARY KEY,
    ref text COLLATE "C" NOT NULL UNIQUE,
    bytes bigint NOT NULL,
    lines bigint NOT NULL,
    created_at bigint NOT NULL,
    kept_at bigint NOT NULL
  );
  CREATE INDEX outputs_by_time ON outputs (kept_at);
  CREATE TABLE output_parts (
    output_key bigint NOT NULL REFERENCES outputs (output_key) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    start_byte bigint NOT NULL,
    lines_before bigint NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (output_key, start_byte)
  );
  CREATE TABLE output_runs (
    place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run_id text COLLATE "C" NOT NULL,
    output_key bigint NOT NULL REFERENCES outputs (output_key) ON DELETE CASCADE,
    UNIQUE (run_id, output_key)
  );
  CREATE INDEX output_runs_by_run ON output_runs (run_id, place);
  CREATE INDEX output_runs_by_output ON output_runs (output_key);
  CREATE TABLE output_totals (bytes bigint NOT NULL);
  INSERT INTO output_totals (bytes) VALUES (0);
  `,
  `
  ALTER TABLE graphs ADD COLUMN tenant text COLLATE "C" NOT NULL DEFAULT '', DROP CONSTRAINT graphs_id_key;
  ALTER TABLE graphs ALTER COLUMN tenant DROP DEFAULT, ADD UNIQUE (tenant, id);
  ALTER TABLE runs ADD COLUMN tenant text COLLATE "C" NOT NULL DEFAULT '', DROP CONSTRAINT runs_id_key;
  ALTER TABLE runs ALTER COLUMN tenant DROP DEFAULT, ADD UNIQUE (tenant, id);
  DROP INDEX runs_by_update, runs_degraded;
  CREATE INDEX runs_by_beginning ON runs (tenant, run_key);
  CREATE INDEX runs_by_update ON runs (tenant, updated_at);
  CREATE INDEX runs_degraded ON runs (tenant, run_key) WHERE degraded_steps > 0;
  ALTER TABLE outputs ADD COLUMN tenant text COLLATE "C" NOT NULL DEFAULT '', DROP CONSTRAINT outputs_ref_key;
  ALTER TABLE outputs ALTER COLUMN tenant DROP DEFAULT, ADD UNIQUE (tenant, ref);
  ALTER TABLE output_runs ADD COLUMN tenant text COLLATE "C" NOT NULL DEFAULT '';
  ALTER TABLE output_runs ALTER COLUMN tenant DROP DEFAULT;
  DROP INDEX outputs_by_time, output_runs_by_run;
  CREATE INDEX outputs_by_time ON outputs (tenant, kept_at);
  CREATE INDEX output_runs_by_run ON output_runs (tenant, run_id, place);
  ALTER TABLE output_totals ADD COLUMN tenant text COLLATE "C" NOT NULL DEFAULT '';
  ALTER TABLE output_totals ALTER COLUMN tenant DROP DEFAULT, ADD PRIMARY KEY (tenant);
  `,
]

/** Any number; the same for all processes that share a database. */
const ADVISORY_LOCK = 7_869_726_107

/**
 * Within a transaction: brings the schema up to date. Processes that start at once wait for each other.
 *
 * @throws StoreError `store-schema-newer`, `store-missing`
 */
export async function migratePostgres(
  client: ClientBase,
  create = true,
  migrations: readonly string[] = MIGRATIONS,
): Promise<SchemaVersions> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK])
  await client.query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)')
  const version: number = (await client.query('SELECT version FROM schema_version')).rows[0]?.version ?? 0
  const { found, now, pending } = pendingMigrations(version, migrations, create)
  if (pending.length > 0) {
    for (const migration of pending) await client.query(migration)
    await client.query('DELETE FROM schema_version')
    await client.query('INSERT INTO schema_version (version) VALUES ($1)', [now])
  }
  return { found, now }
}
