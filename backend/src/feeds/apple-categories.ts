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

/** Apple's categories with their subcategories, whose names occur under one parent only. */
export const APPLE_CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  Arts: ['Books', 'Design', 'Fashion & Beauty', 'Food', 'Performing Arts', 'Visual Arts'],
  Business: ['Careers', 'Entrepreneurship', 'Investing', 'Management', 'Marketing', 'Non-Profit'],
  Comedy: ['Comedy Interviews', 'Improv', 'Stand-Up'],
  Education: ['Courses', 'How To', 'Language Learning', 'Self-Improvement'],
  Fiction: ['Comedy Fiction', 'Drama', 'Science Fiction'],
  Government: [],
  'Health & Fitness': ['Alternative Health', 'Fitness', 'Medicine', 'Mental Health', 'Nutrition', 'Sexuality'],
  History: [],
  'Kids & Family': ['Education for Kids', 'Parenting', 'Pets & Animals', 'Stories for Kids'],
  Leisure: [
    'Animation & Manga',
    'Automotive',
    'Aviation',
    'Crafts',
    'Games',
    'Hobbies',
    'Home & Garden',
    'Video Games',
  ],
  Music: ['Music Commentary', 'Music History', 'Music Interviews'],
  News: [
    'Business News',
    'Daily News',
    'Entertainment News',
    'News Commentary',
    'Politics',
    'Sports News',
    'Tech News',
  ],
  'Religion & Spirituality': ['Buddhism', 'Christianity', 'Hinduism', 'Islam', 'Judaism', 'Religion', 'Spirituality'],
  Science: [
    'Astronomy',
    'Chemistry',
    'Earth Sciences',
    'Life Sciences',
    'Mathematics',
    'Natural Sciences',
    'Nature',
    'Physics',
    'Social Sciences',
  ],
  'Society & Culture': ['Documentary', 'Personal Journals', 'Philosophy', 'Places & Travel', 'Relationships'],
  Sports: [
    'Baseball',
    'Basketball',
    'Cricket',
    'Fantasy Sports',
    'Football',
    'Golf',
    'Hockey',
    'Rugby',
    'Running',
    'Soccer',
    'Swimming',
    'Tennis',
    'Volleyball',
    'Wilderness',
    'Wrestling',
  ],
  Technology: [],
  'True Crime': [],
  'TV & Film': ['After Shows', 'Film History', 'Film Interviews', 'Film Reviews', 'TV Reviews'],
};

const PARENTS = new Map(
  Object.entries(APPLE_CATEGORIES).flatMap(([parent, children]) => children.map((child) => [child, parent] as const)),
);

/**
 * Stored values of the genres that Apple lists without saying which is part of which. Those that are no category of
 * podcasts, such as "Podcasts", are left out, and a parent that one of its children names already.
 */
export function appleGenres(genres: readonly string[]): string[] {
  const named = new Set(genres.flatMap((genre) => PARENTS.get(genre) ?? []));

  return genres.flatMap((genre) => {
    const parent = PARENTS.get(genre);
    if (parent !== undefined) return categoryValue(parent, genre) ?? [];

    return genre in APPLE_CATEGORIES && !named.has(genre) ? (categoryValue(genre, null) ?? []) : [];
  });
}
