import { RunStatus } from '@earmark/contracts/pipeline';
import type { EpisodeToProcess } from '@earmark/contracts/pipeline';

/** Which runs are listed. */
export interface RunFilter {
  readonly status?: RunStatus | undefined;
  /** Series uuid. */
  readonly podcast?: string | undefined;
  readonly episode?: string | undefined;
  readonly batch?: string | undefined;
  /** Words of the titles of episode and podcast. */
  readonly q?: string | undefined;
}

/** Which episodes without a transcript are listed. */
export type WaitingFilter = Pick<RunFilter, 'podcast' | 'q'>;

/** Some episodes by id, or all that the filter lets through. */
export type Selection = 'all' | ReadonlyMap<string, EpisodeToProcess>;

/** The filter in the address of the page. */
export function filterOf(params: URLSearchParams): RunFilter {
  const status = RunStatus.safeParse(params.get('status'));
  const given = (name: string) => params.get(name)?.trim() || undefined;

  return {
    status: status.success ? status.data : undefined,
    podcast: given('podcast'),
    episode: given('episode'),
    batch: given('batch'),
    q: given('q'),
  };
}

/** As parameters of a call. */
export const paramsOf = (
  filter: RunFilter & { readonly paged?: 'true'; readonly episodes?: string | undefined },
): URLSearchParams =>
  new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

export const CONSOLE = '/admin/episodes';

/** The page of a run. */
export const runPath = (id: string): string => `${CONSOLE}?${new URLSearchParams({ run: id })}`;

/** All runs of an episode. */
export const runsOfEpisodePath = (episodeUuid: string): string =>
  `${CONSOLE}?${new URLSearchParams({ episode: episodeUuid })}`;
