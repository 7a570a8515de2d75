import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { EventLog } from '@earmark/projections/event-log';
import { projectors, type Checkpoint } from '@earmark/projections/runner';
import { Inject, Injectable } from '@nestjs/common';
import { Checkpoints } from '../kit/checkpoints.ts';
import type { Config } from '../config.ts';
import { CONFIG, EVENT_LOG } from '../kit/core.ts';
import { answerOfLog } from '../kit/log-answer.ts';

/** Ready: the schema is there, the sample library is loaded, the projections have reached the head found at start. */
@Injectable()
export class Readiness {
  /** The head of the log at start; null until the server has finished starting. */
  headAtStart: bigint | null = null;
  /** Postgres needs a segment of its write-ahead log, 16 MB, to go on. */
  leastFreeBytes = 16 * 1024 * 1024;

  constructor(
    private readonly checkpoints: Checkpoints,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(CONFIG) private readonly config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  ) {}

  /** What the server is waiting for, in words; empty when ready. */
  async waitingFor(): Promise<string[]> {
    const head = await answerOfLog(async () => this.log.head());
    const fromAnotherLog = head !== null ? await answerOfLog(async () => this.fromAnotherLog()) : null;

    return [
      ...(head !== null ? [] : ['the event log, which does not answer']),
      ...(this.headAtStart === null ? ['the start to finish (schema, first account, sample library)'] : []),
      ...(fromAnotherLog ?? []).map(
        (name) => `${name}, whose tables were built from another event log; restore that log, or rebuild them`,
      ),
      // A log that was restored from older files meanwhile ends earlier.
      ...this.projections(
        head !== null && this.headAtStart !== null && head < this.headAtStart ? head : this.headAtStart,
      ),
      ...(await this.disk()),
    ];
  }

  /** The projections whose last event is not in the log, or elsewhere in it. They stay as they are. */
  private async fromAnotherLog(): Promise<string[]> {
    const places = new Map<string, Promise<boolean>>();
    const names: string[] = [];
    for (const { name, last, position } of this.checkpoints.all) {
      if (last === null) continue;
      const place = [last.eventId, last.stream, last.revision, position].join(' ');
      if (!places.has(place)) places.set(place, this.isAt(last, position));
      if (!(await places.get(place))) names.push(name);
    }

    return names;
  }

  private async isAt({ stream, revision, eventId }: NonNullable<Checkpoint['last']>, at: bigint): Promise<boolean> {
    for await (const { id, position } of this.log.readStream(stream, { from: revision, limit: 1 }))
      return id === eventId && position === at;

    return false;
  }

  /** The disk of the embedded Postgres; that of an outside one is its own concern. */
  private async disk(): Promise<string[]> {
    const { DATABASE_URL, DATA_DIR } = this.config;
    if (DATABASE_URL !== null || !existsSync(DATA_DIR)) return [];
    const { bavail, bsize } = await statfs(DATA_DIR);
    if (bavail * bsize >= this.leastFreeBytes) return [];

    return [`free space on the disk, which is full (${Math.floor((bavail * bsize) / 1024 ** 2)} MB left)`];
  }

  private projections(goal: bigint | null): string[] {
    return projectors.flatMap(({ name, version }) => {
      const one = this.checkpoints.all.find((checkpoint) => checkpoint.name === name);
      if (one?.failure)
        return [
          `${name}, which has stopped at event ${one.failure.position} (${one.failure.type}): ${one.failure.error}`,
        ];
      if (one?.version !== version) return [`the tables of ${name} to be built`];

      return goal !== null && one.position < goal ? [`${name} to reach the end of the log`] : [];
    });
  }
}
