import { randomUUID } from 'node:crypto';
import {
  DiscoverEntities,
  RecordCandidates,
  type DiscoveryLine,
  type DiscoveryReport,
  type EpisodeToSearch,
  type Finding,
} from '@earmark/contracts/discovery';
import { KNOWN_ENTITY_TYPES } from '@earmark/contracts/vocabulary';
import { CommandHandler } from '@nestjs/cqrs';
import { getPresentEpisode } from '../../episodes/present-episode.ts';
import { Commands, type Handles } from '../../kit/commands.ts';
import { Rejected } from '../../kit/rejected.ts';
import { Streams } from '../../kit/streams.ts';
import { Models } from '../../models/models.ts';
import { inOrder, shownVersion, transcript } from '../../transcripts/transcript.decider.ts';
import { vocabulary, VOCABULARY_ID } from '../../vocabulary/vocabulary.decider.ts';
import { BuiltInFinder, OFFLINE_MODEL, OFFLINE_VERSION } from './built-in-finder.ts';
import { nameKey, type FinderSegment, type FoundName } from './found-name.ts';
import { KnownNames } from './known-names.ts';
import { matchedCandidates } from './matched-candidates.ts';
import { mergeNames } from './merge-names.ts';
import { findWithModel } from './model-finder.ts';
import { costOf } from './prices.ts';
import { PROMPT_VERSION } from './prompt.ts';

interface Found {
  readonly names: readonly FoundName[];
  readonly finding: Finding;
  readonly parts: number;
  readonly failedParts: number;
}

@CommandHandler(DiscoverEntities)
export class DiscoverEntitiesHandler implements Handles<DiscoverEntities> {
  constructor(
    private readonly streams: Streams,
    private readonly commands: Commands,
    private readonly models: Models,
    private readonly builtIn: BuiltInFinder,
    private readonly knownNames: KnownNames,
  ) {}

  async execute({ command, context }: DiscoverEntities): Promise<DiscoveryReport> {
    const { episodeUuid, onLine = () => {}, signal = new AbortController().signal } = command;
    await getPresentEpisode(this.streams, episodeUuid);
    const version = shownVersion((await this.streams.read(transcript, episodeUuid)).state);
    if (version === null)
      throw new Rejected('invalid', 'This episode has no transcript yet, so there is nothing to find entities in.');
    // Copies: the version may change while a service is asked.
    const segments = inOrder(version).map(({ segmentId, startMs, speakerId, text }) => ({
      segmentId,
      startMs,
      speaker: speakerId === null ? null : (version.speakers.get(speakerId) ?? null),
      text,
    }));
    const known = await this.knownNames.of(episodeUuid);
    const { names, finding, parts, failedParts } = await this.find(command, segments, { known, onLine, signal });
    signal.throwIfAborted();
    const { candidates, dropped } = await matchedCandidates(mergeNames(names), segments, new Set(known.map(nameKey)));
    signal.throwIfAborted();
    const { outcome, proposed, rejected } = await this.commands.send(
      new RecordCandidates({ episodeUuid, finding, candidates }, context),
    );
    const report = {
      finding,
      proposed,
      dropped: { ...dropped, rejected },
      failedParts,
      parts,
      position: outcome.position,
    };
    onLine({ level: 'info', message: sentenceOf(report, candidates.length) });

    return report;
  }

  private async find(
    { episodeUuid }: EpisodeToSearch,
    segments: readonly FinderSegment[],
    { known, onLine, signal }: { known: readonly string[]; onLine: (line: DiscoveryLine) => void; signal: AbortSignal },
  ): Promise<Found> {
    const findingId = randomUUID();
    const model = this.models.current;
    if (model === null) {
      onLine({ level: 'info', message: 'No AI service configured; using the built-in extractor.' });
      const names = await this.builtIn.find(episodeUuid, segments, signal);
      const tokens = { inputTokens: 0, outputTokens: 0, cost: 0 };
      const finding = {
        findingId,
        provider: 'offline' as const,
        model: OFFLINE_MODEL,
        prompt: OFFLINE_VERSION,
        ...tokens,
      };
      return { names, finding, parts: 1, failedParts: 0 };
    }
    const { provider } = model;
    const { state } = await this.streams.read(vocabulary, VOCABULARY_ID);
    const displayNames = new Map<string, string>(
      KNOWN_ENTITY_TYPES.map(({ name, displayName }) => [name, displayName]),
    );
    const categories = [...state.types.values()].map((name) => ({ name, displayName: displayNames.get(name) ?? name }));
    const covered = [...new Set(known)];
    const { names, parts, failedParts, ...spent } = await findWithModel(model, {
      segments,
      categories,
      covered,
      say: onLine,
      signal,
    });

    return {
      names,
      finding: { findingId, provider, prompt: PROMPT_VERSION, ...spent, cost: costOf({ provider, ...spent }) },
      parts,
      failedParts,
    };
  }
}

function sentenceOf({ finding, proposed, dropped, parts, failedParts }: DiscoveryReport, found: number): string {
  const { unmatched, known, rejected } = dropped;
  const left = [
    ...(unmatched > 0 ? [`${unmatched} that ${unmatched === 1 ? 'does' : 'do'} not occur in the transcript`] : []),
    ...(known > 0 ? [`${known} that the episode has already`] : []),
    ...(rejected > 0 ? [`${rejected} decided before`] : []),
  ];
  const counted = `${found} candidate${found === 1 ? '' : 's'}`;
  const failed = failedParts === 0 ? '' : `; ${failedParts} of ${parts} parts had no usable answer`;

  return `${finding.model} found ${counted}, ${proposed} of them new${left.length === 0 ? '' : `; left out ${left.join(', ')}`}${failed}.`;
}
