import { expect, it } from '@jest/globals';
import {
  EVERYTHING,
  narrowedTo,
  scopeOf,
  scopeSentence,
  setEpisodes,
  toggleEpisode,
  togglePodcast,
  withScope,
} from './scope.ts';

const PODCASTS = [
  { id: 'a', name: 'Marginalia', uploadedEpisodeCount: 3 },
  { id: 'b', name: 'Second Helping', uploadedEpisodeCount: 1 },
];

it('says what will be searched', () => {
  expect(scopeSentence(EVERYTHING, PODCASTS)).toBe('All episodes (4 total)');
  expect(scopeSentence({ podcastIds: ['a'], episodeUuids: [] }, PODCASTS)).toBe('Marginalia (3 episodes)');
  expect(scopeSentence({ podcastIds: ['a', 'b'], episodeUuids: [] }, PODCASTS)).toBe('2 podcasts (4 episodes)');
  expect(scopeSentence({ podcastIds: ['a', 'b'], episodeUuids: ['e'] }, PODCASTS)).toBe(
    '1 selected episode from 2 podcasts',
  );
});

it('takes a podcast back with its episodes', () => {
  const scope = { podcastIds: ['a', 'b'], episodeUuids: ['e', 'f'] };
  expect(togglePodcast(scope, 'a', ['e'])).toEqual({ podcastIds: ['b'], episodeUuids: ['f'] });
  // Episodes of a podcast that is not chosen mean nothing.
  expect(togglePodcast({ podcastIds: ['a'], episodeUuids: ['e'] }, 'a', [])).toEqual(EVERYTHING);
});

it('chooses single episodes, all of them and none', () => {
  const scope = { podcastIds: ['a'], episodeUuids: ['x'] };
  expect(toggleEpisode(scope, 'e').episodeUuids).toEqual(['x', 'e']);
  expect(toggleEpisode(scope, 'x').episodeUuids).toEqual([]);
  expect(setEpisodes(scope, ['e', 'f'], true).episodeUuids).toEqual(['x', 'e', 'f']);
  expect(setEpisodes(scope, ['x', 'e'], false).episodeUuids).toEqual([]);
});

it('names no episode of a podcast of which all are chosen', () => {
  const scope = { podcastIds: ['a', 'b'], episodeUuids: ['e', 'f', 'x'] };
  expect(
    narrowedTo(scope, [
      ['e', 'f'],
      ['x', 'y'],
    ]),
  ).toEqual(['x']);
});

it('stands in the address, beside other parameters', () => {
  const scope = { podcastIds: ['a', 'b'], episodeUuids: ['e'] };
  const params = withScope(new URLSearchParams('tab=browse&podcastId=old'), scope);
  expect(String(params)).toBe('tab=browse&podcastId=a&podcastId=b&episodeUuid=e');
  expect(scopeOf(params)).toEqual(scope);
});
