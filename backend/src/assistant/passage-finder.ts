import type { LibraryAt } from '@earmark/projections/queries';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { currentCaller } from '../kit/call.ts';
import { Places } from '../kit/places.ts';
import { Searches } from '../search/searches.ts';

/** Runs the searches of questions: few at once, because each takes much of the server for a moment. */
@Injectable()
export class PassageFinder {
  private readonly places = new Places({
    atOnce: 1,
    perCaller: 1,
    waiting: 200,
    waitingPerCaller: 50,
    busy: 'Too many questions are being answered. Try again in a moment.',
  });

  constructor(private readonly searches: Searches) {}

  /** Throws Rejected `busy`, `too-many-calls`, `search-too-costly`. */
  async run<Found>(
    work: (db: PoolClient, library: LibraryAt) => Promise<Found>,
    signal: AbortSignal | null,
  ): Promise<Found> {
    return this.places.take(currentCaller(), async () => this.searches.run(work), signal);
  }
}
