import type { EpisodePage } from '@earmark/contracts/episodes';

type Segment = EpisodePage['transcript'][number];

/** A segment that differs. `from` is null if it was added since, `to` if it was removed. */
export interface ChangedSegment {
  readonly segmentId: string;
  readonly from: Segment | null;
  readonly to: Segment | null;
}

/** An entity as it is listed; null where it is not listed. */
type Listed = { readonly name: string; readonly type: string; readonly count: number } | null;

export interface ChangedEntity {
  readonly entityId: string;
  readonly from: Listed;
  readonly to: Listed;
}

export interface ChangedSince {
  /** In the order of the earlier transcript, followed by added segments. */
  readonly segments: readonly ChangedSegment[];
  readonly entities: readonly ChangedEntity[];
  /** As HTML; null when unchanged. */
  readonly description: { readonly from: string; readonly to: string } | null;
}

type Shown = Pick<EpisodePage, 'transcript' | 'entityMentions' | 'description'>;

/** Compares an episode at one moment with the same episode later or now. */
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
