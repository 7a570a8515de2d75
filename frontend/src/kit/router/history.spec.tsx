import { afterEach, expect, it } from '@jest/globals';
import { browserHistory, resolved } from './history.ts';

const HERE = { pathname: '/podcasts/a', search: '?find=tea', hash: '#top' };
const at = (address: string, key: string) => ({ ...resolved(address, HERE), key });

afterEach(() => window.history.replaceState(null, '', '/'));

it.each([
  ['/search?q=a', '/search?q=a'],
  ['?t=90', '/podcasts/a?t=90'],
  ['#end', '/podcasts/a?find=tea#end'],
  ['/podcasts/ü x', '/podcasts/%C3%BC%20x'],
  ['https://elsewhere.example/a', '/podcasts/a?find=tea#top'],
  ['//elsewhere.example/a', '/podcasts/a?find=tea#top'],
  ['javascript:alert(1)', '/podcasts/a?find=tea#top'],
])('%s means %s', (to, address) => {
  const { pathname, search, hash } = resolved(to, HERE);
  expect(pathname + search + hash).toBe(address);
});

it('makes entries, and says how far Back and Forward have moved', async () => {
  const history = browserHistory();
  expect(history.location()).toMatchObject({ pathname: '/', key: 'default' });
  history.push(at('/one', 'first'));
  history.push(at('/two', 'second'));
  history.replace(at('/three', 'third'));
  expect(history.location()).toMatchObject({ pathname: '/three', key: 'third' });
  expect(await moved(() => history.go(-2))).toEqual([-2]);
  expect(history.location()).toMatchObject({ pathname: '/', key: 'default' });
  expect(await moved(() => history.go(1))).toEqual([1]);
  expect(history.location()).toMatchObject({ pathname: '/one', key: 'first' });

  function moved(move: () => void): Promise<number[]> {
    return new Promise((resolve) => {
      const stop = history.listen((by) => {
        stop();
        resolve([by]);
      });
      move();
    });
  }
});

it('counts the entries on after a reload', async () => {
  browserHistory().push(at('/one', 'first'));
  const reloaded = browserHistory();
  expect(reloaded.location().key).toBe('first');
  const by = await new Promise((resolve) => {
    reloaded.listen(resolve);
    reloaded.go(-1);
  });
  expect(by).toBe(-1);
});

it('takes a link of the browser to a place on the page for a new entry', () => {
  const history = browserHistory();
  const moves: number[] = [];
  const stop = history.listen((by) => void moves.push(by));
  window.history.pushState(null, '', '#content');
  window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  stop();
  expect(moves).toEqual([1]);
  expect(history.location()).toMatchObject({ hash: '#content', key: expect.stringMatching(/^\w+$/) });
  expect(history.location().key).not.toBe('default');
});
