import {
  candidateIdOf,
  ignoredIdOf,
  RecordCandidates,
  type CandidateFacts,
  type FoundCandidate,
  type Finding,
  type RecordedCandidates,
} from '@earmark/contracts/discovery';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { foldName } from '@earmark/contracts/mentions';
import { typeName } from '@earmark/contracts/vocabulary';
import { CommandHandler } from '@nestjs/cqrs';
import { entities, type EntitiesEvent, type EntitiesState } from '../entities/entities.decider.ts';
import { getPresentEpisode } from '../episodes/present-episode.ts';
import type { Handles } from '../kit/commands.ts';
import { metadataBytesOf } from '../kit/context.ts';
import { inAppends } from '../kit/decider.ts';
import { Streams } from '../kit/streams.ts';
import { vocabulary, VOCABULARY_ID } from '../vocabulary/vocabulary.decider.ts';
import { meantCategory } from '../vocabulary/vocabulary.entities.ts';

/** So that an event stays small whatever a finder gives. */
const MOST_SEGMENTS = 100;

@CommandHandler(RecordCandidates)
export class RecordCandidatesHandler implements Handles<RecordCandidates> {
  constructor(private readonly streams: Streams) {}

  async execute({ command, context }: RecordCandidates): Promise<RecordedCandidates> {
    const { episodeUuid, finding } = command;
    await getPresentEpisode(this.streams, episodeUuid);
    const { state: words } = await this.streams.read(vocabulary, VOCABULARY_ID);
    const { ignoredNames } = words;
    const candidates = command.candidates.map((one) => ({ ...one, type: meantCategory(words, one.type) }));
    const { outcome, result } = await this.streams.change(
      entities,
      episodeUuid,
      (state) => {
        const { events, proposed, rejected } = discovered(state, { episodeUuid, finding, candidates, ignoredNames });
        return { events: inAppends(events, metadataBytesOf(context)), result: { proposed, rejected } };
      },
      context,
    );

    return { outcome, ...result };
  }
}

interface Found {
  readonly episodeUuid: EpisodeUuid;
  readonly finding: Finding;
  readonly candidates: readonly FoundCandidate[];
  readonly ignoredNames: ReadonlyMap<string, unknown>;
}

/** Names that are new, or pending and now better known. What people decided, they decided. */
export function discovered(
  state: Pick<EntitiesState, 'candidates'>,
  { episodeUuid, finding, candidates, ignoredNames }: Found,
): { events: EntitiesEvent[]; proposed: number; rejected: number } {
  const events: EntitiesEvent[] = [];
  const seen = new Set<string>();
  let proposed = 0;
  let rejected = 0;
  for (const found of candidates) {
    const foldedName = foldName(found.name);
    if (foldedName === '' || seen.has(foldedName)) continue;
    seen.add(foldedName);
    const candidateId = candidateIdOf(episodeUuid, foldedName);
    const known = state.candidates.get(candidateId);
    const facts = factsOf(found, finding);
    const isIgnored = [null, facts.type].some((type) => ignoredNames.has(ignoredIdOf(type, foldedName)));
    if (isIgnored || (known && known.review.status !== 'pending')) {
      rejected++;
      continue;
    }
    if (known && !isBetter(facts, known.facts)) continue;
    if (!known) proposed++;
    const before = known?.facts ?? null;
    events.push({ type: 'EntityDiscovered', data: { episodeUuid, candidateId, foldedName, before, facts } });
  }

  return { events, proposed, rejected };
}

const factsOf = (found: FoundCandidate, finding: Finding): CandidateFacts => ({
  name: found.name.trim(),
  type: typeName(found.type),
  confidence: found.confidence,
  suggestedUrl: found.suggestedUrl,
  segmentIds: found.segmentIds.slice(0, MOST_SEGMENTS),
  finding,
});

/** More certain, or as certain and with a link that was missing. */
function isBetter(facts: CandidateFacts, known: CandidateFacts): boolean {
  if (facts.confidence !== known.confidence) return Number(facts.confidence) > Number(known.confidence);

  return facts.suggestedUrl !== null && known.suggestedUrl === null;
}
