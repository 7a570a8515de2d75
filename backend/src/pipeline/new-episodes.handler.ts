import type { EpisodeFacts, EpisodeUuid } from '@earmark/contracts/episodes';
import { ProcessNewEpisodes, runIdOf, StartRun } from '@earmark/contracts/pipeline';
import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Config } from '../config.ts';
import { episode } from '../episodes/episode.decider.ts';
import { Commands, type Handles } from '../kit/commands.ts';
import { CONFIG } from '../kit/core.ts';
import { Streams } from '../kit/streams.ts';
import { pipelineRun } from './pipeline.decider.ts';

/** More at once are a back catalogue, not news: the rest waits until somebody asks for it. */
const MOST_AT_ONCE = 20;

interface NewEpisode {
  readonly episodeUuid: EpisodeUuid;
  readonly facts: EpisodeFacts;
}

@CommandHandler(ProcessNewEpisodes)
export class ProcessNewEpisodesHandler implements Handles<ProcessNewEpisodes> {
  constructor(
    private readonly commands: Commands,
    private readonly streams: Streams,
    @Inject(CONFIG) private readonly config: Pick<Config, 'AUTO_PROCESS'>,
  ) {}

  async execute({ command: { episodeUuids }, context }: ProcessNewEpisodes): Promise<number> {
    if (this.config.AUTO_PROCESS === 'off') return 0;
    const wanted: NewEpisode[] = [];
    for (const episodeUuid of episodeUuids) {
      const { facts, isRemoved } = (await this.streams.read(episode, episodeUuid)).state;
      if (facts === null || isRemoved || !this.isWanted(facts)) continue;
      const first = await this.streams.read(pipelineRun, runIdOf(episodeUuid, 1));
      if (first.state.facts === null) wanted.push({ episodeUuid, facts });
    }
    const newest = wanted.sort(byNewest).slice(0, MOST_AT_ONCE);
    const batchId = newest.length > 1 ? context.correlationId : null;
    for (const { episodeUuid, facts } of newest) {
      // What the publisher offers is not transcribed again.
      const skipTranscription = facts.transcripts.length > 0;
      await this.commands.send(new StartRun({ episodeUuid, skipTranscription, batchId }, context));
    }

    return newest.length;
  }

  private isWanted({ transcripts, audioUrl }: EpisodeFacts): boolean {
    return transcripts.length > 0 || (this.config.AUTO_PROCESS === 'all' && audioUrl !== null);
  }
}

const byNewest = ({ facts: one }: NewEpisode, { facts: other }: NewEpisode): number =>
  Date.parse(other.publishedAt ?? '1970-01-01') - Date.parse(one.publishedAt ?? '1970-01-01');
