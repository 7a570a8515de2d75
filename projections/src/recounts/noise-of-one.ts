import { foldName, type Neighbours } from '@earmark/contracts/mentions';
import type { PreviewNoise } from '@earmark/contracts/recounts';
import { proposalsFor } from '@earmark/contracts/vocabulary';
import type { CandidateSegment } from '../mentions/candidates.ts';
import { emptyTally, NoiseCounter, noiseOf } from '../noise/noise-counter.ts';
import { listSoundingAlike } from '../noise/noise.queries.ts';
import type { Db } from './passages.ts';

export interface PlannedPattern {
  readonly entityId: string;
  readonly name: string;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
  readonly near: readonly string[];
  readonly notNear: readonly string[];
  readonly distance: number;
}

export interface JudgedPattern extends PlannedPattern {
  /** Name of its entity. */
  readonly entity: string;
  /** Other patterns of its entity. */
  readonly aliases: readonly string[];
}

/** Judges one planned pattern from the texts that a preview reads anyway. */
export class NoiseOfOne {
  private readonly counter: NoiseCounter;
  private readonly seen = new Set<string>();
  private readonly episodes = new Set<string>();

  constructor(private readonly pattern: JudgedPattern) {
    this.counter = new NoiseCounter([pattern]);
  }

  /** The same segment may come several times. */
  add({ segment_id: segmentId, episode_uuid: episode, text }: CandidateSegment, neighbours: Neighbours): void {
    if (this.seen.has(segmentId)) return;
    this.seen.add(segmentId);
    const before = this.counter.mentions(0);
    this.counter.add(text, neighbours);
    if (this.counter.mentions(0) > before) this.episodes.add(episode);
  }

  async answer(db: Db, entityIds: readonly string[]): Promise<PreviewNoise> {
    const counts = noiseOf(this.counter.take().get(0) ?? emptyTally(), this.episodes.size);
    const namesakes = await listSoundingAlike(db, foldName(this.pattern.name), entityIds);
    const { aliases } = this.pattern;

    return { counts, namesakes, proposals: proposalsFor(this.pattern, counts, { aliases, namesakes }) };
  }
}
