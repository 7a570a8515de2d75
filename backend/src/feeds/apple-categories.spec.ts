import { describe, expect, it } from '@jest/globals';
import { categoryValue } from './apple-categories.ts';

describe('the stored value of a category', () => {
  it.each([
    ['Technology', null, 'PODCASTSERIES_TECHNOLOGY'],
    ['Society & Culture', 'Personal Journals', 'PODCASTSERIES_SOCIETY_AND_CULTURE_PERSONAL_JOURNALS'],
    ['Comedy', 'Comedy Interviews', 'PODCASTSERIES_COMEDY_INTERVIEWS'],
    ['Comedy', 'Stand-Up', 'PODCASTSERIES_COMEDY_STANDUP'],
    ['Music', 'Music History', 'PODCASTSERIES_MUSIC_HISTORY'],
    ['News', 'Tech News', 'PODCASTSERIES_NEWS_TECH'],
    ['News', 'Daily News', 'PODCASTSERIES_NEWS_DAILY_NEWS'],
    ['TV & Film', 'Film Interviews', 'PODCASTSERIES_TV_AND_FILM_INTERVIEWS'],
    ['TV & Film', 'TV Reviews', 'PODCASTSERIES_TV_AND_FILM_TV_REVIEWS'],
    [' – ', null, null],
  ])('%s > %s is %s', (parent, child, value) => expect(categoryValue(parent, child)).toBe(value));
});
