import { Injectable } from '@nestjs/common';
import { searchedScope } from './answer-scope.ts';
import { IndexedEpisodes } from './indexed-episodes.ts';
import { answerOffline } from './offline-answer.ts';
import { PassageFinder } from './passage-finder.ts';
import type { AskedQuestion, AssistantProvider, Proposed } from './assistant-provider.ts';

/** Answers in the words of the transcripts alone. */
@Injectable()
export class OfflineProvider implements AssistantProvider {
  readonly name = 'offline';
  readonly problem = null;

  constructor(
    private readonly finder: PassageFinder,
    private readonly indexed: IndexedEpisodes,
  ) {}

  async *ask({ question, scope, thread, signal }: AskedQuestion): AsyncIterable<Proposed> {
    const earlier = thread.map((turn) => turn.question);
    const proposed = await this.finder.run(
      async (db, library) =>
        answerOffline(db, library, question, earlier, searchedScope(scope, await this.indexed.list(db))),
      signal,
    );
    const citations = proposed.flatMap((one) => (one.type === 'statement' ? one.citations : []));
    yield { type: 'passages', citations };
    yield* proposed;
  }
}
