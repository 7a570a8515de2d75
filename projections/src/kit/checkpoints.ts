import type { ClientBase, Pool } from 'pg';
import type { RecordedEvent } from './event-log/event-log.ts';

/** Position of a projector. It names the last event, so that a different or truncated log is noticed. */
export interface Checkpoint {
  readonly name: string;
  readonly version: number;
  readonly position: bigint;
  /** Last event seen; null at the start of the log. */
  readonly last: { readonly stream: string; readonly revision: number; readonly eventId: string } | null;
  readonly logId: string | null;
  readonly failure: Failure | null;
}

/** Why a projector stopped; shown to admins verbatim. */
export interface Failure {
  readonly position: string;
  readonly eventId: string;
  readonly type: string;
  /** Where to find the event; left out when the failing event is not known. */
  readonly stream?: string;
  readonly revision?: number;
  readonly error: string;
}

export interface Progress {
  readonly percent: number;
  readonly eventsPerSecond: number;
  /** Null until it can be estimated. */
  readonly secondsLeft: number | null;
}

/** What an admin asks the runner to do with a projector. */
export type ProjectionRequest = 'rebuild' | 'retry';
/** The value in the row while the runner works on it; a new request in the meantime overwrites it and runs again. */
const TAKEN: Readonly<Record<ProjectionRequest, string>> = { rebuild: 'rebuilding', retry: 'retrying' };

export const READ_SCHEMA = 'read';
export const CHECKPOINT_CHANNEL = 'earmark_checkpoint';
export const REQUEST_CHANNEL = 'earmark_projection_request';

/** Serialises the kit's DDL, since two processes may start at once. The number is arbitrary. */
const DDL_LOCK = 7_305_002;

export async function createCheckpointTable(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [DDL_LOCK]);
    await client.query(`
      create schema if not exists ${READ_SCHEMA};
      create extension if not exists pg_trgm with schema public;
      create table if not exists ${READ_SCHEMA}.projection (
        name        text primary key,
        version     integer not null,
        position    bigint not null,
        last_stream text,                 -- null: nothing seen yet
        last_revision integer,
        last_event_id uuid,
        log_id      uuid,
        failure     jsonb,                -- null: healthy
        request     text,                 -- rebuild, retry; rebuilding, retrying: taken; null: nothing asked for
        progress    jsonb,                -- of the rebuild under way
        outcome     text                  -- of the last request: done, or why not
      );`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

interface CheckpointRow {
  name: string;
  version: number;
  position: string;
  last_stream: string | null;
  last_revision: number | null;
  last_event_id: string | null;
  log_id: string | null;
  failure: Failure | null;
}

export const TABLES_STATE = `select string_agg(p.name || ' ' || p.version || ' ' || p.position, ', ' order by p.name) as state
  from ${READ_SCHEMA}.projection p`;

/** The same text as long as no event has reached the tables. */
export async function findTablesState(client: Pick<ClientBase, 'query'>): Promise<string> {
  const { rows } = await client.query<{ state: string }>(TABLES_STATE);

  return rows[0]!.state;
}

export async function listCheckpoints(client: ClientBase | Pool): Promise<Checkpoint[]> {
  const { rows } = await client.query<CheckpointRow>(
    `select name, version, position::text, last_stream, last_revision, last_event_id, log_id, failure
     from ${READ_SCHEMA}.projection order by name`,
  );

  return rows.map((row) => ({
    name: row.name,
    version: row.version,
    position: BigInt(row.position),
    last:
      row.last_stream === null || row.last_revision === null || row.last_event_id === null
        ? null
        : { stream: row.last_stream, revision: row.last_revision, eventId: row.last_event_id },
    logId: row.log_id,
    failure: row.failure,
  }));
}

/** The projections behind an episode's page, except the marks of corrections, which a save does not wait for. */
const OF_EPISODES = ['catalogue', 'mentions', 'vocabulary'];

/** Decimal log position that episode pages show. */
export async function shownPosition(client: ClientBase | Pool): Promise<string> {
  const { rows } = await client.query<{ position: string }>(
    `select coalesce(min(position), 0)::text as position from ${READ_SCHEMA}.projection where name = any($1)`,
    [OF_EPISODES],
  );

  return rows[0]!.position;
}

/** Another runner moved the checkpoint, so this one must stop. */
export class Fenced extends Error {
  constructor(names: readonly string[]) {
    super(`another process moved the checkpoint of ${names.join(', ')}`);
    this.name = 'Fenced';
  }
}

/**
 * Moves the checkpoints of `names` from `from` to the last of `events`, in the caller's transaction, and notifies
 * listeners of the position, the number of events and the names. Throws Fenced.
 */
export async function moveCheckpoints(
  client: ClientBase,
  names: readonly string[],
  from: bigint,
  events: readonly RecordedEvent[],
  logId: string | null,
): Promise<void> {
  const event = events.at(-1)!;
  const { rows } = await client.query<{ moved: number }>(
    `with moved as (
       update ${READ_SCHEMA}.projection
       set position = $3, last_stream = $4, last_revision = $5, last_event_id = $6, log_id = $7
       where name = any($1) and position = $2 returning 1
     )
     select count(*)::integer as moved, pg_notify($8, $9) from moved`,
    [
      names,
      from.toString(),
      event.position.toString(),
      event.stream,
      event.revision,
      event.id,
      logId,
      CHECKPOINT_CHANNEL,
      [event.position, events.length, ...names].join(' '),
    ],
  );
  if (rows[0]?.moved !== names.length) throw new Fenced(names);
}

/** Writes the checkpoint of a rebuild, whatever the old one was. */
export async function putCheckpoint(client: ClientBase, checkpoint: Omit<Checkpoint, 'failure'>): Promise<void> {
  await client.query(
    `insert into ${READ_SCHEMA}.projection (name, version, position, last_stream, last_revision, last_event_id, log_id)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (name) do update set version = $2, position = $3, last_stream = $4, last_revision = $5,
       last_event_id = $6, log_id = $7, failure = null, progress = null`,
    [
      checkpoint.name,
      checkpoint.version,
      checkpoint.position.toString(),
      checkpoint.last?.stream ?? null,
      checkpoint.last?.revision ?? null,
      checkpoint.last?.eventId ?? null,
      checkpoint.logId,
    ],
  );
  await client.query('select pg_notify($1, $2)', [CHECKPOINT_CHANNEL, checkpoint.position.toString()]);
}

export async function putFailure(client: ClientBase, name: string, failure: Failure | null): Promise<void> {
  await client.query(`update ${READ_SCHEMA}.projection set failure = $2 where name = $1`, [name, failure]);
  await client.query('select pg_notify($1, $2)', [CHECKPOINT_CHANNEL, '']);
}

export async function putProgress(pool: Pool, name: string, progress: Progress): Promise<void> {
  await pool.query(`update ${READ_SCHEMA}.projection set progress = $2 where name = $1`, [name, progress]);
}

/** Sends a request to the active runner, in whichever process it is. */
export async function request(pool: Pool, names: readonly string[], what: ProjectionRequest): Promise<void> {
  await pool.query(`update ${READ_SCHEMA}.projection set request = $2, outcome = null where name = any($1)`, [
    names,
    what,
  ]);
  await pool.query(`select pg_notify($1, '')`, [REQUEST_CHANNEL]);
}

/** The request for each projector and its outcome. */
export interface RequestState {
  readonly name: string;
  /** `rebuild` and `retry` are waiting, `rebuilding` and `retrying` in progress; null: none. */
  readonly request: string | null;
  /** Of the rebuild in progress. */
  readonly progress: Progress | null;
  /** Of the last request: `done`, or why it failed. */
  readonly outcome: string | null;
}

export async function listRequests(pool: Pool): Promise<RequestState[]> {
  const { rows } = await pool.query<RequestState>(
    `select name, request, progress, outcome from ${READ_SCHEMA}.projection order by name`,
  );

  return rows;
}

/** Takes the projectors with this request, including those that an earlier runner took and did not finish. */
export async function takeRequests(pool: Pool, request: ProjectionRequest): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `update ${READ_SCHEMA}.projection set request = $2 where request in ($1, $2) returning name`,
    [request, TAKEN[request]],
  );

  return new Set(rows.map((row) => row.name));
}

/** Ends a taken request. A newer request stays; a rebuild that nobody requested records no outcome. */
export async function endRequest(pool: Pool, name: string, outcome: string): Promise<void> {
  await pool.query(
    `update ${READ_SCHEMA}.projection set progress = null,
       outcome = case when request = any($3) then $2 else outcome end,
       request = case when request = any($3) then null else request end
     where name = $1`,
    [name, outcome, Object.values(TAKEN)],
  );
}
