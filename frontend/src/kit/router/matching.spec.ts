import { expect, it } from '@jest/globals';
import { matchPath } from './matching.ts';

it.each([
  ['/', '/', {}],
  ['/search', '/search/', {}],
  ['/search', '/Search', {}],
  ['/podcasts/:podcastName', '/podcasts/caf%C3%A9%2Fbar', { podcastName: 'café/bar' }],
  ['/podcasts/:podcastName', '/podcasts/100%', { podcastName: '100%' }],
  ['/podcasts/:podcastName/:episodeName', '/podcasts/a/b', { podcastName: 'a', episodeName: 'b' }],
  ['/admin/*', '/admin', {}],
  ['/admin/*', '/admin/no/such', {}],
  ['*', '/no/such', {}],
])('%s matches %s', (pattern, path, params) => {
  expect(matchPath(pattern, path)).toEqual(params);
});

it.each([
  ['/', '/search'],
  ['/search', '/'],
  ['/podcasts/:podcastName', '/podcasts'],
  ['/podcasts/:podcastName', '/podcasts/a/b'],
  ['/admin/*', '/administration'],
])('%s does not match %s', (pattern, path) => {
  expect(matchPath(pattern, path)).toBeNull();
});
