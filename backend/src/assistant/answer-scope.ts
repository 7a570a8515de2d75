import type { AnswerScope } from '@earmark/contracts/assistant';
import { countAnswerableEpisodes, listScopeNames, type Db, type ScopeOfAnswer } from '@earmark/projections/queries';
import { quoted, Rejected } from '../kit/rejected.ts';
import type { ScopeAsked } from './assistant-provider.ts';
import type { KeptScope } from './kept-answer.ts';

/** A podcast with chosen episodes counts with these only. Throws Rejected `series-unknown`, `episode-unknown`. */
export async function readScope(
  db: Db,
  podcasts: readonly string[] | null,
  episodes: readonly string[] | null,
): Promise<KeptScope> {
  if (!podcasts?.length && !episodes?.length) return { seriesUuids: null, episodeUuids: null };
  const names = await listScopeNames(db, podcasts ?? [], episodes ?? []);
  const missing = podcasts?.find((uuid) => !names.podcasts.some((one) => one.uuid === uuid));
  if (missing !== undefined) throw new Rejected('series-unknown', `There is no podcast ${quoted(missing)}.`);
  const absent = episodes?.find((uuid) => !names.episodes.some((one) => one.uuid === uuid));
  if (absent !== undefined) throw new Rejected('episode-unknown', `There is no episode ${quoted(absent)}.`);
  const narrowed = new Set(names.episodes.map(({ podcastUuid }) => podcastUuid));
  const whole = (podcasts ?? []).filter((uuid) => !narrowed.has(uuid));

  return {
    seriesUuids: whole.length === 0 ? null : whole,
    episodeUuids: episodes?.length ? [...episodes] : null,
  };
}

/** What may be cited: the scope, as far as the assistant can answer from it. */
export const searchedScope = (
  { seriesUuids, episodeUuids }: ScopeAsked,
  indexed: readonly string[] | null,
): ScopeOfAnswer => ({
  seriesUuids: seriesUuids && new Set(seriesUuids),
  episodeUuids: episodeUuids && new Set(episodeUuids),
  indexed: indexed && new Set(indexed),
});

export async function scopeView(db: Db, scope: KeptScope, indexed: readonly string[] | null): Promise<AnswerScope> {
  const { seriesUuids, episodeUuids } = scope;
  if (seriesUuids === null && episodeUuids === null) {
    const { episodes } = await countAnswerableEpisodes(db, scope, indexed);

    return { podcasts: null, episodes: null, sentence: `All ${counted(episodes, 'episode')}` };
  }
  const names = await listScopeNames(db, seriesUuids ?? [], episodeUuids ?? []);
  const counts = await countAnswerableEpisodes(db, scope, indexed);

  return {
    podcasts: [...names.podcasts],
    episodes: episodeUuids && [...names.episodes],
    sentence: sentenceOf(names.podcasts, episodeUuids?.length ?? null, seriesUuids === null, counts.episodes),
  };
}

function sentenceOf(
  podcasts: readonly { name: string }[],
  chosen: number | null,
  hasOnlyChosen: boolean,
  episodes: number,
): string {
  if (chosen !== null && hasOnlyChosen)
    return `${counted(chosen, 'selected episode')} from ${counted(podcasts.length, 'podcast')}`;
  if (podcasts.length === 1) return `${podcasts[0]!.name} (${counted(episodes, 'episode')})`;

  return `${counted(podcasts.length, 'podcast')} (${counted(episodes, 'episode')})`;
}

export const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;
