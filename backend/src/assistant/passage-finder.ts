import { setTimeout as sleep } from 'node:timers/promises';
import type { LibraryAt } from '@earmark/projections/queries';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { currentCaller } from '../kit/call.ts';
import { Places } from '../kit/places.ts';
import { Searches } from '../search/searches.ts';

/** Of the time that a search took. */
const REST = 1.5;
const LONGEST_REST_MS = 300;

/** Runs the searches of questions: one at a time with rests, because each takes much of the server for a moment. */
@Injectable()
export class PassageFinder {
  private readonly places = new Places({
    atOnce: 1,
    perCaller: 1,
    waiting: 200,
    waitingPerCaller: 50,
    busy: 'Too many questions are being answered. Try again in a moment.',
  });
  private rest: Promise<unknown> = Promise.resolve();

  constructor(private readonly searches: Searches) {}

  /** Throws Rejected `busy`, `too-many-calls`, `search-too-costly`. */
  async run<Found>(
    work: (db: PoolClient, library: LibraryAt) => Promise<Found>,
    signal: AbortSignal | null,
  ): Promise<Found> {
    const rested = async () => {
      await this.rest;
      const start = performance.now();
      try {
        return await this.searches.run(work);
      } finally {
        // Meanwhile pages have the server to themselves.
        this.rest = sleep(Math.min(LONGEST_REST_MS, REST * (performance.now() - start)), undefined, { ref: false });
      }
    };

    return this.places.take(currentCaller(), rested, signal);
  }
}
