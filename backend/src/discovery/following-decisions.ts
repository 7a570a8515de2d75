import type { Context } from '@earmark/contracts/kit';
import { Injectable } from '@nestjs/common';
import { metadataBytesOf } from '../kit/context.ts';
import { inAppends } from '../kit/decider.ts';
import { Streams } from '../kit/streams.ts';
import { vocabulary, VOCABULARY_ID } from '../vocabulary/vocabulary.decider.ts';
import { concernsVocabulary, vocabularyEffects, type RecordedDecision } from './vocabulary-effects.ts';

/** What decisions about candidates change on the whole site. */
@Injectable()
export class FollowingDecisions {
  constructor(private readonly streams: Streams) {}

  /** The position of the last event recorded; null: nothing was to be done, or it was done before. */
  async follow(decisions: readonly RecordedDecision[], context: Context): Promise<bigint | null> {
    const concerning = decisions.filter(({ review }) => concernsVocabulary(review));
    if (concerning.length === 0) return null;
    const { outcome } = await this.streams.change(
      vocabulary,
      VOCABULARY_ID,
      (state) => ({
        events: inAppends(vocabularyEffects(state, concerning), metadataBytesOf(context)),
        result: null,
      }),
      context,
    );

    return outcome.position;
  }
}
