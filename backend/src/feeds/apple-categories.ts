/** Where the genres do not repeat the parent's name as the rule would. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  COMEDY_COMEDY_INTERVIEWS: 'COMEDY_INTERVIEWS',
  COMEDY_STAND_UP: 'COMEDY_STANDUP',
  MUSIC_MUSIC_COMMENTARY: 'MUSIC_COMMENTARY',
  MUSIC_MUSIC_HISTORY: 'MUSIC_HISTORY',
  MUSIC_MUSIC_INTERVIEWS: 'MUSIC_INTERVIEWS',
  NEWS_BUSINESS_NEWS: 'NEWS_BUSINESS',
  NEWS_ENTERTAINMENT_NEWS: 'NEWS_ENTERTAINMENT',
  NEWS_SPORTS_NEWS: 'NEWS_SPORTS',
  NEWS_TECH_NEWS: 'NEWS_TECH',
  NEWS_NEWS_COMMENTARY: 'NEWS_COMMENTARY',
  TV_AND_FILM_FILM_HISTORY: 'TV_AND_FILM_HISTORY',
  TV_AND_FILM_FILM_INTERVIEWS: 'TV_AND_FILM_INTERVIEWS',
};

const norm = (name: string): string =>
  name
    .toUpperCase()
    .replaceAll('&', 'AND')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');

/** Stored value of an Apple category, e.g. PODCASTSERIES_COMEDY_STANDUP; null when the parent has no letters. */
export function categoryValue(parent: string, child: string | null): string | null {
  const names = [norm(parent), norm(child ?? '')].filter((name) => name !== '');
  const value = names.join('_');

  return norm(parent) === '' ? null : `PODCASTSERIES_${EXCEPTIONS[value] ?? value}`;
}
