import type { Pool } from 'pg';
import { z } from 'zod';
import { untilKnown } from './append-attempts.ts';
import type { PreparedEvent } from './append-request.ts';
import { LogUnavailable, WrongExpectedRevision } from './event-log.ts';
import type { AppendResult, ExpectedRevision } from './event-log.ts';
import { appendError } from './postgres-errors.ts';

interface QueuedAppend {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly PreparedEvent[];
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
}

const Outcomes = z.array(
  z.object({
    refused: z.boolean(),
    revision: z.number().int(),
    position: z
      .string()
      .nullable()
      .transform((text) => (text === null ? null : BigInt(text))),
  }),
);

const MAX_GROUP = 64;
const UUID_OID = 2950;
const TEXT_OID = 25;
const JSON_OID = 114;

/**
 * Appends of one process, in arrival order. Those that wait while one transaction commits share the next one: all
 * processes write one after the other anyway, and the disk is flushed once per transaction.
 */
export class PostgresWriter {
  readonly #pool: Pool;
  readonly #queue: QueuedAppend[] = [];
  readonly #knownWithinMs: number;
  #writing = false;

  /** `pool` should hold one connection: there is never a second transaction. */
  constructor(pool: Pool, knownWithinMs: number) {
    this.#pool = pool;
    this.#knownWithinMs = knownWithinMs;
  }

  append(stream: string, events: readonly PreparedEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ stream, expected, events, resolve, reject });
      if (!this.#writing) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#writing = true;
    while (this.#queue.length > 0) await this.#store(this.#queue.splice(0, MAX_GROUP));
    this.#writing = false;
  }

  async #store(group: readonly QueuedAppend[]): Promise<void> {
    try {
      settle(group, await this.#write(group));
    } catch (error) {
      if (error instanceof LogUnavailable || group.length === 1) for (const append of group) append.reject(error);
      // One of them cannot be stored, which must not affect the others.
      else for (const append of group) await this.#store([append]);
    }
  }

  /** Retries after a lost connection: what was stored in the meantime is recognised by its ids. */
  async #write(group: readonly QueuedAppend[]): Promise<z.infer<typeof Outcomes>> {
    return untilKnown(async () => {
      try {
        const { rows } = await this.#pool.query({ name: 'log-append', text: APPEND, values: parameters(group) });

        return Outcomes.parse(rows);
      } catch (error) {
        throw appendError(error);
      }
    }, this.#knownWithinMs);
  }
}

const APPEND = 'select refused, revision, "position" from log.append($1, $2, $3, $4, $5, $6, $7)';

function settle(group: readonly QueuedAppend[], outcomes: z.infer<typeof Outcomes>): void {
  group.forEach(({ stream, expected, resolve, reject }, index) => {
    const outcome = outcomes[index];
    if (!outcome) return reject(new Error(`no answer for an append to ${stream}`));
    const { refused, revision, position } = outcome;
    if (refused || position === null)
      return reject(new WrongExpectedRevision(stream, expected, revision < 0 ? null : revision));

    return resolve({ revision, position });
  });
}

function parameters(group: readonly QueuedAppend[]): unknown[] {
  const events = group.flatMap((append) => append.events);

  return [
    group.map(({ stream }) => stream),
    group.map(({ expected }) => (expected === 'no-stream' ? -1 : expected)),
    group.map((append) => append.events.length),
    binaryArray(
      UUID_OID,
      events.map(({ id }) => id.replaceAll('-', '')),
      'hex',
    ),
    binaryArray(
      TEXT_OID,
      events.map(({ type }) => type),
    ),
    binaryArray(
      JSON_OID,
      events.map(({ dataJson }) => dataJson),
    ),
    binaryArray(
      JSON_OID,
      events.map(({ metadataJson }) => metadataJson),
    ),
  ];
}

const ARRAY_HEADER_BYTES = 20;
const LENGTH_BYTES = 4;

/**
 * A one-dimensional array in the server's binary form, which needs no quoting: JSON is full of quotes. Written into one
 * buffer: with one for each element, this takes twice as long.
 */
function binaryArray(elementOid: number, elements: readonly string[], encoding: 'utf8' | 'hex' = 'utf8'): Buffer {
  const dimensions = 1;
  const hasNulls = 0;
  const lowerBound = 1;
  const lengths = elements.map((element) => Buffer.byteLength(element, encoding));
  const size = lengths.reduce((sum, length) => sum + LENGTH_BYTES + length, ARRAY_HEADER_BYTES);
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const value of [dimensions, hasNulls, elementOid, elements.length, lowerBound])
    at = bytes.writeInt32BE(value, at);
  for (const [index, element] of elements.entries()) {
    at = bytes.writeInt32BE(lengths[index]!, at);
    at += bytes.write(element, at, encoding);
  }

  return bytes;
}
