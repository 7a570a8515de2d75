import type { EpisodePage } from '@earmark/contracts/episodes';

type Segment = EpisodePage['transcript'][number];

/** A segment that is not now what it was then. `from` is null when it came since, `to` when it has gone. */
export interface ChangedSegment {
  readonly segmentId: string;
  readonly from: Segment | null;
  readonly to: Segment | null;
}

export interface ChangedCount {
  readonly entityId: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface ChangedSince {
  /** In the order of the transcript then, followed by what came since. */
  readonly segments: readonly ChangedSegment[];
  readonly counts: readonly ChangedCount[];
}

type Shown = Pick<EpisodePage, 'transcript' | 'entityMentions'>;

/** What differs between an episode as it was and as it is. */
export function changedSince(then: Shown, now: Shown): ChangedSince {
  const segmentsNow = new Map(now.transcript.map((segment) => [segment.id, segment]));
  const segmentsThen = new Set(then.transcript.map(({ id }) => id));
  const changed = then.transcript.flatMap((from) => {
    const to = segmentsNow.get(from.id) ?? null;

    return to !== null && isSame(from, to) ? [] : [{ segmentId: from.id, from, to }];
  });
  const added = now.transcript
    .filter(({ id }) => !segmentsThen.has(id))
    .map((to) => ({ segmentId: to.id, from: null, to }));

  return { segments: [...changed, ...added], counts: changedCounts(then, now) };
}

const isSame = (one: Segment, other: Segment): boolean =>
  one.text === other.text &&
  one.speaker === other.speaker &&
  one.startTime === other.startTime &&
  one.endTime === other.endTime;

function changedCounts(then: Shown, now: Shown): ChangedCount[] {
  const before = new Map(then.entityMentions.map(({ entity, count }) => [entity.id, count]));
  const after = new Map(now.entityMentions.map(({ entity, count }) => [entity.id, count]));
  const names = new Map([...then.entityMentions, ...now.entityMentions].map(({ entity }) => [entity.id, entity.name]));

  return [...names]
    .map(([entityId, name]) => ({ entityId, name, from: before.get(entityId) ?? 0, to: after.get(entityId) ?? 0 }))
    .filter(({ from, to }) => from !== to);
}
