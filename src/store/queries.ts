/**
 * The statements of both adapters, in the SQL that SQLite and PostgreSQL share. Here alone a key becomes a place in a
 * table: the tenant is part of every key, and the first value of every statement that takes one.
 */

const REVISION = `r.revision_key, r.place, g.id, r.revision, r.digest, r.bytes,
  r.nodes, r.edges, r.paths, r.summaries, r.created_at`
const FROM_REVISIONS = `FROM graphs g JOIN graph_revisions r ON r.graph_key = g.graph_key`

/** The revisions of each graph, the newest of each with newness 1. The highest place is that of the current revision. */
const BY_NEWNESS = `SELECT revision_key, graph_key, created_at,
  row_number() OVER (PARTITION BY graph_key ORDER BY place DESC) AS newness FROM graph_revisions`

/** tenant, id, revision */
export const FIND_REVISION = `SELECT ${REVISION} ${FROM_REVISIONS} WHERE g.tenant = $1 AND g.id = $2 AND r.revision = $3`

/** tenant, id */
export const FIND_CURRENT = `SELECT ${REVISION} ${FROM_REVISIONS}
  WHERE g.tenant = $1 AND g.id = $2 ORDER BY r.place DESC LIMIT 1`

/** tenant, id after which to begin, limit */
export const LIST_GRAPHS = `SELECT g.id AS key, ${REVISION},
    (SELECT count(*) FROM graph_revisions c WHERE c.graph_key = g.graph_key) AS revisions
  ${FROM_REVISIONS} AND r.place = (SELECT max(m.place) FROM graph_revisions m WHERE m.graph_key = g.graph_key)
  WHERE g.tenant = $1 AND g.id > $2 ORDER BY g.id LIMIT $3`

/** tenant, id, place before which to begin, limit */
export const LIST_REVISIONS = `SELECT r.place AS key, ${REVISION} ${FROM_REVISIONS}
  WHERE g.tenant = $1 AND g.id = $2 AND r.place < $3 ORDER BY r.place DESC LIMIT $4`

/** tenant, id. The place is higher than any before it. Locks the graph against other writers until the transaction ends. */
export const TAKE_PLACE = `INSERT INTO graphs (tenant, id, places) VALUES ($1, $2, 1)
  ON CONFLICT (tenant, id) DO UPDATE SET places = graphs.places + 1 RETURNING graph_key, places AS place`

/** key or null for a new one, graph key, revision, place, digest, bytes, nodes, edges, paths, summaries, created at */
export const ADD_REVISION = `INSERT INTO graph_revisions
  (revision_key, graph_key, revision, place, digest, bytes, nodes, edges, paths, summaries, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING revision_key`

/** revision key, place */
export const MOVE_REVISION = `UPDATE graph_revisions SET place = $2 WHERE revision_key = $1`

/** revision key, position, data */
export const ADD_CHUNK = `INSERT INTO graph_chunks (revision_key, position, data) VALUES ($1, $2, $3)`

/** revision key, position */
export const READ_CHUNK = `SELECT data FROM graph_chunks WHERE revision_key = $1 AND position = $2`

/** tenant, id */
export const DELETE_GRAPH = `DELETE FROM graphs WHERE tenant = $1 AND id = $2`

/** tenant. Bytes of all revisions. */
export const SUM_GRAPHS = `SELECT CAST(coalesce(sum(r.bytes), 0) AS bigint) AS bytes ${FROM_REVISIONS} WHERE g.tenant = $1`

/** tenant, newest to keep, created at or before, limit */
export const PRUNABLE_GRAPHS = `SELECT DISTINCT graph_key FROM (${BY_NEWNESS}) n
  WHERE graph_key IN (SELECT graph_key FROM graphs WHERE tenant = $1) AND newness > $2 AND created_at <= $3
  ORDER BY graph_key LIMIT $4`

/** graph key, newest to keep, created at or before, limit */
export const PRUNE_GRAPH = `DELETE FROM graph_revisions WHERE revision_key IN (
  SELECT revision_key FROM (${BY_NEWNESS}) n
  WHERE graph_key = $1 AND newness > $2 AND created_at <= $3 ORDER BY revision_key LIMIT $4)`

/** tenant, id, now. Locks the run against other writers until the transaction ends. */
export const TOUCH_RUN = `INSERT INTO runs (tenant, id, started_at, updated_at, steps, degraded_steps, bytes)
  VALUES ($1, $2, $3, $3, 0, 0, 0)
  ON CONFLICT (tenant, id) DO UPDATE SET updated_at = excluded.updated_at RETURNING run_key, steps, degraded_steps, bytes`

/** run key, step key */
export const FIND_STEP = `SELECT degraded, bytes FROM run_steps WHERE run_key = $1 AND step_key = $2`

/** run key, step key, place, degraded, record, bytes, now */
export const RECORD_STEP = `INSERT INTO run_steps
  (run_key, step_key, place, degraded, record, bytes, attempts, first_at, last_at) VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $7)
  ON CONFLICT (run_key, step_key) DO UPDATE SET degraded = excluded.degraded, record = excluded.record,
    bytes = excluded.bytes, attempts = run_steps.attempts + 1, last_at = excluded.last_at
  RETURNING attempts`

/** run key, steps, degraded steps, bytes */
export const COUNT_RUN = `UPDATE runs SET steps = $2, degraded_steps = $3, bytes = $4 WHERE run_key = $1`

/** tenant, id */
export const FIND_RUN = `SELECT r.id, r.steps, r.degraded_steps, r.started_at, r.updated_at,
    s.step_key, s.degraded, s.record, s.attempts, s.first_at, s.last_at
  FROM runs r JOIN run_steps s ON s.run_key = r.run_key WHERE r.tenant = $1 AND r.id = $2 ORDER BY s.place`

const RUN = `SELECT run_key AS key, id, steps, degraded_steps, started_at, updated_at FROM runs
  WHERE tenant = $1 AND run_key < $2`

/** tenant, key before which to begin, limit */
export const LIST_RUNS = `${RUN} ORDER BY run_key DESC LIMIT $3`

/** tenant, key before which to begin, limit */
export const LIST_DEGRADED_RUNS = `${RUN} AND degraded_steps > 0 ORDER BY run_key DESC LIMIT $3`

/** tenant, id */
export const DELETE_RUN = `DELETE FROM runs WHERE tenant = $1 AND id = $2`

/** tenant, updated at or before, newest to keep, limit. Locking: runs that another one is writing to are not for now. */
export const pruneRuns = (locking: '' | 'FOR UPDATE SKIP LOCKED') => `DELETE FROM runs WHERE run_key IN (
  SELECT run_key FROM runs
  WHERE tenant = $1
    AND (updated_at <= $2 OR run_key <= (SELECT run_key FROM runs WHERE tenant = $1 ORDER BY run_key DESC LIMIT 1 OFFSET $3))
  ORDER BY run_key LIMIT $4 ${locking})`

const OUTPUT = 'o.output_key, o.ref, o.bytes, o.lines, o.created_at, o.kept_at'

/** tenant, ref */
export const FIND_OUTPUT = `SELECT ${OUTPUT} FROM outputs o WHERE o.tenant = $1 AND o.ref = $2`

/** tenant, ref, now. Locks the output against being pruned until the transaction ends. */
export const RENEW_OUTPUT = `UPDATE outputs SET kept_at = $3 WHERE tenant = $1 AND ref = $2 RETURNING output_key`

/** tenant, key or null for a new one, ref, bytes, lines, now. Adds nothing where the ref is there. */
export const ADD_OUTPUT = `INSERT INTO outputs (tenant, output_key, ref, bytes, lines, created_at, kept_at)
  VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (tenant, ref) DO NOTHING RETURNING output_key`

/** output key, start byte, lines before, data */
export const ADD_OUTPUT_PART = `INSERT INTO output_parts (output_key, start_byte, lines_before, data) VALUES ($1, $2, $3, $4)`

/** tenant, run id, output key */
export const ADD_OUTPUT_RUN = `INSERT INTO output_runs (tenant, run_id, output_key) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`

/** tenant */
export const SUM_OUTPUTS = `SELECT bytes FROM output_totals WHERE tenant = $1`

/** tenant. The sum of its outputs, where it has none yet. */
export const OPEN_OUTPUTS = `INSERT INTO output_totals (tenant, bytes) VALUES ($1, 0) ON CONFLICT DO NOTHING`

/** tenant, bytes, quota. Changes nothing where the quota would be passed. Locks the sum until the transaction ends. */
export const GROW_OUTPUTS = `UPDATE output_totals SET bytes = bytes + $2 WHERE tenant = $1 AND bytes + $2 <= $3`

/** tenant, bytes */
export const SHRINK_OUTPUTS = `UPDATE output_totals SET bytes = bytes - $2 WHERE tenant = $1`

const PART = `SELECT p.start_byte, p.lines_before, p.data FROM outputs o JOIN output_parts p ON p.output_key = o.output_key
  WHERE o.tenant = $1 AND o.ref = $2`

/** tenant, ref, byte */
export const PART_OF_BYTE = `${PART} AND p.start_byte <= $3 AND $3 < o.bytes ORDER BY p.start_byte DESC LIMIT 1`

/** tenant, ref, line. A line begins behind the line feed of the one before it, or where the output begins. */
export const PART_OF_LINE = `${PART} AND $3 <= o.lines AND (p.start_byte = 0 OR p.lines_before < $3 - 1)
  ORDER BY p.start_byte DESC LIMIT 1`

/** tenant, run id, place before which to begin, limit */
export const LIST_OUTPUTS = `SELECT r.place AS key, ${OUTPUT} FROM output_runs r JOIN outputs o ON o.output_key = r.output_key
  WHERE r.tenant = $1 AND r.run_id = $2 AND r.place < $3 ORDER BY r.place DESC LIMIT $4`

/** tenant, ref */
export const DELETE_OUTPUT = `DELETE FROM outputs WHERE tenant = $1 AND ref = $2 RETURNING bytes`

/** tenant, kept at or before, limit. Locking: outputs that another one is renewing are not for now. */
export const pruneOutputs = (locking: '' | 'FOR UPDATE SKIP LOCKED') => `DELETE FROM outputs WHERE output_key IN (
  SELECT output_key FROM outputs WHERE tenant = $1 AND kept_at <= $2 ORDER BY output_key LIMIT $3 ${locking}) RETURNING bytes`

/** Whoever keeps anything. */
export const LIST_TENANTS = `SELECT tenant FROM graphs UNION SELECT tenant FROM runs UNION SELECT tenant FROM outputs ORDER BY tenant`
