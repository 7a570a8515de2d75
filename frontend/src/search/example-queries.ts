import type { SearchedEpisode } from '@earmark/contracts/search';
import { NO_SEARCH } from './search-state.ts';
import type { SearchState } from './search-state.ts';

export interface ExampleQuery {
  readonly label: string;
  readonly state: SearchState;
}

const UNKNOWN = 'Unknown';

interface Seen {
  readonly entity: string;
  readonly count: number;
  readonly speaker: string | null;
  /** Mentions by that speaker. */
  readonly said: number;
}

/** Searches that find something, from what these episodes mention: an entity each, perhaps by a speaker, perhaps 3 or 4 times. */
export function exampleQueriesOf(results: readonly SearchedEpisode[]): readonly ExampleQuery[] {
  const seen = results
    .flatMap(({ mentions }) => mentions.map(seenOf))
    .toSorted((one, other) => other.count - one.count);
  const used = new Set<string>();
  const pick = (fits: (one: Seen) => boolean): Seen[] => {
    const found = seen.find((one) => !used.has(one.entity) && fits(one));
    if (found === undefined) return [];
    used.add(found.entity);

    return [found];
  };

  // The rarest kind picks first, the simplest stands first.
  return [
    ...pick(({ said }) => said >= 4).map(({ entity, speaker }) => example(entity, speaker, 4)),
    ...pick(({ count }) => count >= 3).map(({ entity }) => example(entity, null, 3)),
    ...pick(({ speaker }) => speaker !== null).map(({ entity, speaker }) => example(entity, speaker, 1)),
    ...pick(() => true).map(({ entity }) => example(entity, null, 1)),
  ].toReversed();
}

function seenOf({ entity, count, primarySpeaker, speakerBreakdown }: SearchedEpisode['mentions'][number]): Seen {
  const speaker = primarySpeaker === '' || primarySpeaker === UNKNOWN ? null : primarySpeaker;

  return { entity, count, speaker, said: speaker === null ? 0 : (speakerBreakdown[speaker] ?? 0) };
}

function example(entity: string, speaker: string | null, minMentions: number): ExampleQuery {
  const parts = [entity, speaker === null ? '' : `by ${speaker}`, minMentions > 1 ? `${minMentions}+ mentions` : ''];

  return {
    label: parts.filter((part) => part !== '').join(' · '),
    state: { ...NO_SEARCH, entity, speaker: speaker ?? '', minMentions },
  };
}
