import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import userEvent from '@testing-library/user-event';
import { memoryHistory } from '../../testing/memory-history.ts';
import { makeRouter } from './router.ts';
import type { Load, Route } from './router.ts';
import {
  CurrentPage,
  Link,
  NavLink,
  RouterProvider,
  ScrollRestoration,
  useLeaving,
  useNavigate,
  useParams,
  useSearchParams,
} from './routing.tsx';

let scrolled: number[] = [];
/** How far the page can be scrolled. */
let limit = Infinity;

beforeEach(() => {
  scrolled = [];
  limit = Infinity;
  window.scrollTo = ((_x: number, y: number) => {
    scrolled.push(y);
    scrollTo(Math.min(y, limit));

    // As Chromium does.
    return Promise.resolve();
  }) as unknown as typeof window.scrollTo;
  scrollTo(0);
});

it('shows the page of the address, and follows links, Back and Forward', async () => {
  const { user, history, heading } = site('/podcasts/tea%20time');
  expect(heading()).toBe('Podcast tea time');
  await user.click(screen.getByRole('link', { name: 'Search' }));
  expect([heading(), history.location().pathname]).toEqual(['Search', '/search']);
  act(() => history.go(-1));
  expect(heading()).toBe('Podcast tea time');
  act(() => history.go(1));
  expect(heading()).toBe('Search');
});

it('follows a move that happens while it is drawn for the first time', () => {
  const router = makeRouter([{ path: '/:name', Page: Named }], memoryHistory('/first'));
  render(
    <RouterProvider router={router}>
      <Moving />
      <CurrentPage Crash={() => null} />
    </RouterProvider>,
  );
  expect(screen.getByRole('heading')).toHaveTextContent('second');
});

it('says where the reader is, and leaves clicks for other tabs to the browser', async () => {
  const { user, history } = site('/search');
  expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Search');
  const followed = jest.fn((event: Event) => event.preventDefault());
  document.addEventListener('click', followed, { once: true });
  await user.keyboard('{Control>}');
  await user.click(screen.getByRole('link', { name: 'Late' }));
  expect(followed.mock.calls[0]![0].defaultPrevented).toBe(true);
  expect(history.location().pathname).toBe('/search');
});

it('makes no entry for a link to where the reader is', async () => {
  const { user, history, heading } = site('/podcasts/tea');
  await user.click(screen.getByRole('link', { name: 'Search' }));
  await user.click(screen.getByRole('link', { name: 'Search' }));
  act(() => history.go(-1));
  expect(heading()).toBe('Podcast tea');
});

it('stays on a page and at its address until the next one has been loaded', async () => {
  const { user, router, history, heading, load } = site('/search');
  await user.click(screen.getByRole('link', { name: 'Late' }));
  expect([heading(), history.location().pathname, router.isLeaving()]).toEqual(['Search', '/search', true]);
  await load(() => <h1>Late</h1>);
  expect([heading(), history.location().pathname, router.isLeaving()]).toEqual(['Late', '/late', false]);
});

it('goes where the reader went last, whatever is loaded afterwards', async () => {
  const { user, heading, load } = site('/search');
  await user.click(screen.getByRole('link', { name: 'Late' }));
  await user.click(screen.getByRole('link', { name: 'Tea' }));
  await load(() => <h1>Late</h1>);
  expect(heading()).toBe('Podcast tea');
});

it('shows why a page could not be loaded, and tries again when the reader comes back', async () => {
  jest.spyOn(console, 'error').mockReturnValue();
  const { user, heading, load } = site('/search');
  await user.click(screen.getByRole('link', { name: 'Late' }));
  await load(new Error('gone'));
  expect(heading()).toBe('Crashed: gone');
  await user.click(screen.getByRole('link', { name: 'Search' }));
  expect(heading()).toBe('Search');
  await user.click(screen.getByRole('link', { name: 'Late' }));
  await load(() => <h1>Late</h1>);
  expect(heading()).toBe('Late');
});

it('asks before a page is left, by a link or by Back', async () => {
  const { user, history, heading } = site('/podcasts/tea');
  await user.click(screen.getByRole('link', { name: 'Form' }));
  await user.click(screen.getByRole('link', { name: 'Search' }));
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  expect([heading(), history.location().pathname]).toEqual(['Form', '/form']);
  act(() => history.go(-1));
  expect([heading(), history.location().pathname]).toEqual(['Form', '/form']);
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  act(() => history.go(-1));
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  expect([heading(), history.location().pathname]).toEqual(['Podcast tea', '/podcasts/tea']);
  act(() => history.go(1));
  await user.click(screen.getByRole('link', { name: 'Search' }));
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  expect([heading(), history.location().pathname]).toEqual(['Search', '/search']);
});

it('keeps both of two changes of the query that come before the next render', async () => {
  const { user, history } = site('/query?a=1');
  await user.click(screen.getByRole('button', { name: 'Change twice' }));
  expect(history.location().search).toBe('?a=1&b=2&c=3');
});

it('begins pages at their top, and shows those that the reader comes back to where they were', async () => {
  const { user, history } = site('/search');
  scrollTo(700);
  await user.click(screen.getByRole('link', { name: 'Tea' }));
  expect(scrolled.at(-1)).toBe(0);
  scrollTo(300);
  act(() => history.go(-1));
  expect(scrolled.at(-1)).toBe(700);
  act(() => history.go(1));
  expect(scrolled.at(-1)).toBe(300);
});

it('shows a page that is too short at first where it was left, once it is long enough, unless the reader has moved', async () => {
  const grows: (() => void)[] = [];
  jest.spyOn(window, 'ResizeObserver').mockImplementation((grown) => {
    const observer = { observe: () => undefined, unobserve: () => undefined, disconnect: () => grows.splice(0) };
    grows.push(() => grown([], observer));

    return observer;
  });
  const { user, history } = site('/search');
  scrollTo(700);
  await user.click(screen.getByRole('link', { name: 'Tea' }));
  limit = 100;
  act(() => history.go(-1));
  expect(window.scrollY).toBe(100);
  limit = 2000;
  grows[0]!();
  expect(window.scrollY).toBe(700);
  expect(grows).toEqual([]);
  await user.click(screen.getByRole('link', { name: 'Tea' }));
  limit = 100;
  act(() => history.go(-1));
  window.dispatchEvent(new Event('wheel'));
  expect([window.scrollY, grows]).toEqual([100, []]);
});

it.each(['pagehide', 'visibilitychange'])('keeps where the page is scrolled to for its next document: %s', (event) => {
  site('/search');
  scrollTo(700);
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
  (event === 'pagehide' ? window : document).dispatchEvent(new Event(event));
  Reflect.deleteProperty(document, 'visibilityState');
  expect(Object.values(JSON.parse(sessionStorage.getItem('earmark.scroll-places')!))).toEqual([{ y: 700, line: null }]);
});

it('leaves the page where it is when only its query changes', async () => {
  const { user } = site('/query');
  scrollTo(500);
  scrolled = [];
  await user.click(screen.getByRole('button', { name: 'Change twice' }));
  expect(scrolled).toEqual([]);
});

/** A site of a few pages. `load`: what the script of the late page turns out to be, whenever that is. */
function site(address: string) {
  const waiting: { resolve: (Page: Awaited<ReturnType<Load>>) => void; reject: (error: Error) => void }[] = [];
  const history = memoryHistory(address);
  const routes: Route[] = [
    { path: '/search', Page: () => <h1>Search</h1> },
    { path: '/podcasts/:name', Page: Podcast },
    { path: '/query', Page: Query },
    { path: '/form', Page: Form },
    { path: '/late', load: async () => new Promise((resolve, reject) => waiting.push({ resolve, reject })) },
  ];
  const router = makeRouter(routes, history);
  render(
    <RouterProvider router={router}>
      <NavLink to="/search" className={() => ''}>
        Search
      </NavLink>
      <Link to="/podcasts/tea">Tea</Link>
      <Link to="/form">Form</Link>
      <Link to="/late">Late</Link>
      <CurrentPage Crash={({ error }) => <h1>Crashed: {(error as Error).message}</h1>} />
      <ScrollRestoration />
    </RouterProvider>,
  );

  return {
    user: userEvent.setup({ delay: null }),
    router,
    history,
    heading: () => screen.getByRole('heading').textContent,
    load: async (page: Awaited<ReturnType<Load>> | Error) =>
      act(async () => {
        const script = waiting.shift()!;
        if (page instanceof Error) script.reject(page);
        else script.resolve(page);
      }),
  };
}

function Named() {
  return <h1>{useParams().name}</h1>;
}

function Moving() {
  const navigate = useNavigate();
  useLayoutEffect(() => navigate('/second'), [navigate]);

  return null;
}

function Podcast() {
  return <h1>Podcast {useParams().name}</h1>;
}

function Query() {
  const [, setParams] = useSearchParams();
  const add = (name: string, value: string) =>
    setParams((now) => new URLSearchParams([...now, [name, value]]), { preventScrollReset: true });

  return (
    <button
      onClick={() => {
        add('b', '2');
        add('c', '3');
      }}
    >
      Change twice
    </button>
  );
}

const always = () => true;

function Form() {
  const leaving = useLeaving(always);

  return (
    <>
      <h1>Form</h1>
      {leaving && (
        <>
          <button onClick={leaving.answered}>Stay</button>
          <button onClick={leaving.leave}>Leave</button>
        </>
      )}
    </>
  );
}

function scrollTo(y: number): void {
  Object.defineProperty(window, 'scrollY', { configurable: true, value: y });
}
