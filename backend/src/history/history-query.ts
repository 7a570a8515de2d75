import { EpisodeUuid } from '@earmark/contracts/episodes';
import { GivenUuid } from '@earmark/contracts/kit';
import { listIdsOfPodcast, type Db } from '@earmark/projections/queries';
import { z } from 'zod';
import type { SignedIn } from '../kit/auth/signed-in.ts';
import { Rejected } from '../kit/rejected.ts';
import { histories } from './histories.ts';
import type { Reader, WholeLogFilter } from './history-pages.ts';
import { idOf } from './reverting.ts';

/** The subject of a history and, for that of the whole log, its filters. */
export const HistoryQuery = z.object({
  stream: z
    .string()
    .regex(/^[a-zA-Z]+-[\w-]{1,60}$/, 'is not the name of a stream')
    .overwrite((name) => name.replace(/-.*/s, (id) => id.toLowerCase()))
    .optional(),
  episodeUuid: GivenUuid.pipe(EpisodeUuid).optional(),
  before: z
    .string()
    .regex(/^\d{1,19}$/, 'is not a position in the log')
    .optional(),
  entityId: GivenUuid.optional(),
  patternId: GivenUuid.optional(),
  entityTypeId: GivenUuid.optional(),
  segmentId: GivenUuid.optional(),
  actor: z.string().min(1).max(200).optional(),
  kind: z.enum(histories.map((history) => history.kind)).optional(),
  podcast: z.string().min(1).max(500).optional(),
  correlationId: GivenUuid.optional(),
});
export type HistoryQuery = z.infer<typeof HistoryQuery>;

/** Throws Rejected `series-unknown`. */
export async function filterOf(query: HistoryQuery, viewer: SignedIn | null, db: Db): Promise<WholeLogFilter> {
  const { actor, kind, podcast, correlationId } = query;
  const ids = podcast === undefined ? null : await idsOf(podcast, db);

  return {
    correlationId,
    streamPrefixes:
      kind === undefined
        ? undefined
        : histories.filter((one) => one.kind === kind).map(({ category }) => `${category}-`),
    accepts: ({ stream, metadata }) =>
      mayRead(viewer, stream) &&
      (actor === undefined || actor === metadata.actor.id || actor === metadata.actor.name) &&
      (ids === null || ids.has(idOf(stream))),
  };
}

/** Whether this viewer sees the stream in the history of the whole log. */
export const mayRead = (viewer: SignedIn | null, stream: string): boolean =>
  viewer?.role === 'admin' || !stream.startsWith('undo-');

/** The ids of a podcast and its episodes, even if they were removed. */
async function idsOf(slugOrUuid: string, db: Db): Promise<ReadonlySet<string>> {
  const ids = await listIdsOfPodcast(db, slugOrUuid);
  if (ids.length === 0) throw new Rejected('series-unknown', `There is no podcast "${slugOrUuid.slice(0, 100)}".`);

  return new Set(ids);
}

/** Hides people's names and the addresses of feeds from visitors. */
export const readerOf = (viewer: SignedIn | null): Reader => ({
  nameOf: ({ name, role }) => (viewer === null ? role : name),
  seesReasons: viewer !== null,
  seesAddresses: viewer !== null,
});
