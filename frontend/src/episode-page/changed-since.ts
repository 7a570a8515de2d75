import type { EpisodePage } from '@earmark/contracts/episodes';

type Segment = EpisodePage['transcript'][number];

/** A segment that is not now what it was then. `from` is null when it came since, `to` when it has gone. */
export interface ChangedSegment {
  readonly segmentId: string;
  readonly from: Segment | null;
  readonly to: Segment | null;
}

/** How an entity is listed; null where it is not. */
type Listed = { readonly name: string; readonly type: string; readonly count: number } | null;

export interface ChangedEntity {
  readonly entityId: string;
  readonly from: Listed;
  readonly to: Listed;
}

export interface ChangedSince {
  /** In the order of the transcript then, followed by what came since. */
  readonly segments: readonly ChangedSegment[];
  readonly entities: readonly ChangedEntity[];
  /** As HTML; null where it is the same. */
  readonly description: { readonly from: string; readonly to: string } | null;
}

type Shown = Pick<EpisodePage, 'transcript' | 'entityMentions' | 'description'>;

/** What differs between an episode as it was and as it was later, or is. */
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

  const [from, to] = [then.description ?? '', now.description ?? ''];

  return {
    segments: [...changed, ...added],
    entities: changedEntities(then, now),
    description: from === to ? null : { from, to },
  };
}

const isSame = (one: Segment, other: Segment): boolean =>
  one.text === other.text &&
  one.speaker === other.speaker &&
  one.startTime === other.startTime &&
  one.endTime === other.endTime;

function changedEntities(then: Shown, now: Shown): ChangedEntity[] {
  const before = listed(then);
  const after = listed(now);

  return [...new Set([...before.keys(), ...after.keys()])]
    .map((entityId) => ({ entityId, from: before.get(entityId) ?? null, to: after.get(entityId) ?? null }))
    .filter(({ from, to }) => from?.name !== to?.name || from?.type !== to?.type || from?.count !== to?.count);
}

const listed = ({ entityMentions }: Shown) =>
  new Map(entityMentions.map(({ entity: { id, name, type }, count }) => [id, { name, type, count }]));
