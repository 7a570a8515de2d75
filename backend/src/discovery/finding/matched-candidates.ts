import type { FoundCandidate } from '@earmark/contracts/discovery';
import { compileMatcher } from '@earmark/contracts/mentions';
import type { SegmentId } from '@earmark/contracts/transcripts';
import { mapInTurns } from '../../kit/in-turns.ts';
import { nameKey, type FoundName } from './found-name.ts';

export interface Matched {
  readonly candidates: readonly FoundCandidate[];
  readonly dropped: { readonly unmatched: number; readonly known: number };
}

/**
 * Names that stand in the transcript by the matching rule (whole word, folded), with where. Whoever found them is not
 * believed about that. `known`: keys of names that the episode's vocabulary finds already, or that people removed.
 */
export async function matchedCandidates(
  names: readonly FoundName[],
  segments: readonly { readonly segmentId: SegmentId; readonly text: string }[],
  known: ReadonlySet<string>,
): Promise<Matched> {
  const matcher = compileMatcher(names.map(({ name }) => ({ name, caseSensitive: false, wholeWord: true })));
  const places = names.map((): SegmentId[] => []);
  await mapInTurns(segments, ({ segmentId, text }) => {
    matcher.scan(text, (index) => {
      if (places[index]!.at(-1) !== segmentId) places[index]!.push(segmentId);
    });
  });
  const candidates: FoundCandidate[] = [];
  const dropped = { unmatched: 0, known: 0 };
  for (const [index, { name, type, confidence, suggestedUrl }] of names.entries()) {
    const segmentIds = places[index]!;
    if (segmentIds.length === 0) dropped.unmatched++;
    else if (known.has(nameKey(name))) dropped.known++;
    else candidates.push({ name, type, confidence: confidence.toFixed(2), suggestedUrl, segmentIds });
  }

  return { candidates, dropped };
}
