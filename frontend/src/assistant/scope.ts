import type { AssistantPodcast } from '@earmark/contracts/assistant';
import { counted } from '../kit/counted.ts';

/** What is asked about: podcasts, and of some of them only chosen episodes. Nothing chosen means everything. */
export interface Scope {
  readonly podcastIds: readonly string[];
  readonly episodeUuids: readonly string[];
}

export const EVERYTHING: Scope = { podcastIds: [], episodeUuids: [] };

const PODCAST = 'podcastId';
const EPISODE = 'episodeUuid';

/** The scope in the page's address; each parameter may be repeated. */
export const scopeOf = (params: URLSearchParams): Scope => ({
  podcastIds: [...new Set(params.getAll(PODCAST))],
  episodeUuids: [...new Set(params.getAll(EPISODE))],
});

/** The address's parameters with this scope in place of theirs. */
export function withScope(params: URLSearchParams, { podcastIds, episodeUuids }: Scope): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(PODCAST);
  next.delete(EPISODE);
  for (const id of podcastIds) next.append(PODCAST, id);
  for (const uuid of episodeUuids) next.append(EPISODE, uuid);

  return next;
}

/** Chooses a podcast, or takes it back with its episodes. `episodes`: those that it is known to have. */
export function togglePodcast(scope: Scope, id: string, episodes: readonly string[]): Scope {
  if (!scope.podcastIds.includes(id)) return { ...scope, podcastIds: [...scope.podcastIds, id] };
  const left = scope.podcastIds.filter((one) => one !== id);

  return {
    podcastIds: left,
    episodeUuids: left.length === 0 ? [] : scope.episodeUuids.filter((uuid) => !episodes.includes(uuid)),
  };
}

export const toggleEpisode = ({ podcastIds, episodeUuids }: Scope, uuid: string): Scope => ({
  podcastIds,
  episodeUuids: episodeUuids.includes(uuid) ? episodeUuids.filter((one) => one !== uuid) : [...episodeUuids, uuid],
});

/** All of a podcast's episodes, or none of them. */
export const setEpisodes = (
  { podcastIds, episodeUuids }: Scope,
  episodes: readonly string[],
  isChosen: boolean,
): Scope => ({
  podcastIds,
  episodeUuids: [...episodeUuids.filter((uuid) => !episodes.includes(uuid)), ...(isChosen ? episodes : [])],
});

/** The episodes to name in a question: none for a podcast of which all are chosen, since it is meant whole. */
export function narrowedTo(
  { episodeUuids }: Scope,
  episodesByPodcast: readonly (readonly string[])[],
): readonly string[] {
  const whole = new Set(
    episodesByPodcast
      .filter((episodes) => episodes.every((uuid) => episodeUuids.includes(uuid)))
      .flatMap((episodes) => episodes),
  );

  return episodeUuids.filter((uuid) => !whole.has(uuid));
}

/** What will be searched, in words. */
export function scopeSentence(
  { podcastIds, episodeUuids }: Scope,
  podcasts: readonly Pick<AssistantPodcast, 'id' | 'name' | 'uploadedEpisodeCount'>[],
): string {
  const chosen = podcasts.filter(({ id }) => podcastIds.includes(id));
  const total = (list: typeof podcasts) => list.reduce((sum, one) => sum + one.uploadedEpisodeCount, 0);
  if (episodeUuids.length > 0)
    return `${counted(episodeUuids.length, 'selected episode')} from ${counted(Math.max(1, chosen.length), 'podcast')}`;
  const [only] = chosen;
  if (only === undefined) return `All episodes (${total(podcasts).toLocaleString('en-GB')} total)`;
  if (chosen.length === 1) return `${only.name} (${counted(only.uploadedEpisodeCount, 'episode')})`;

  return `${counted(chosen.length, 'podcast')} (${counted(total(chosen), 'episode')})`;
}
