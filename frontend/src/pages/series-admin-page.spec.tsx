import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { additionOf, directoryChoice, episodeNamed, seriesNamed } from '../testing/directory.ts';
import { answers, refusal } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import type { Shown } from '../testing/show.tsx';
import { Toasts } from '../ui/toast.tsx';
import { SeriesAdminPage } from './series-admin-page.tsx';

const SEARCH = '/api/admin/search-series';
const ADDITIONS = '/api/admin/additions';
const EPISODES = '/api/admin/itunes/episodes/harbour';
const THROTTLED = 'Apple Podcasts allows no more requests now. Try again in a minute.';

const open = (address = '/admin/series') =>
  show(
    <>
      <SeriesAdminPage />
      <Toasts />
    </>,
    address,
  );

beforeEach(() => {
  answers('get', '/api/admin/directories', { directories: [APPLE] });
  answers('get', ADDITIONS, { additions: [] });
});

describe('the search', () => {
  it('asks for a name', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Search' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Please enter a podcast name to search');
    expect(field()).toHaveFocus();
    expect(field()).toBeInvalid();
  });

  it('shows what tells a podcast from others, and keeps the state in the address', async () => {
    const calls = answers('get', SEARCH, found(seriesNamed('Harbour'), seriesNamed('Pier', { isExisting: true })));
    const { user, address } = open();
    await search(user, ' harbour ');
    const harbour = await screen.findByRole('article', { name: 'Harbour' });
    expect(harbour).toHaveTextContent('Ada Lovelace · German · 23 episodes · newest 28 May 2026');
    expect(within(harbour).getByRole('link', { name: 'harbour.example' })).toBeVisible();
    expect(within(harbour).getByRole('button', { name: 'Add Series Harbour' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Show Episodes of Pier' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add Series Pier' })).toBeNull();
    expect(screen.getByRole('heading', { name: '2 podcasts from Apple Podcasts' })).toBeVisible();
    expect(address()).toBe('/admin/series?q=harbour');
    expect(calls.map(({ url }) => url.search)).toEqual(['?q=harbour']);
    expect(screen.queryByRole('combobox', { name: 'Directory' })).toBeNull();
  });

  it('offers the directories that are configured', async () => {
    answers('get', '/api/admin/directories', {
      directories: [
        APPLE,
        directoryChoice('taddy', 'Taddy'),
        directoryChoice('podcastindex', 'Podcast Index', { configured: false }),
        directoryChoice('rss', 'Feed address'),
      ],
    });
    const calls = answers('get', SEARCH, found(seriesNamed('Harbour')));
    const { user, address } = open('/admin/series?q=harbour');
    const choice = await screen.findByRole('combobox', { name: 'Directory' });
    expect(choice).toHaveValue('itunes');
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Apple Podcasts', 'Taddy']);
    await user.selectOptions(choice, 'Taddy');
    await waitFor(() => expect(calls.at(-1)?.url.search).toBe('?q=harbour&directory=taddy'));
    expect(address()).toBe('/admin/series?q=harbour&directory=taddy');
  });

  it('says when nothing matches', async () => {
    answers('get', SEARCH, found());
    open('/admin/series?q=nothing');
    expect(await screen.findByRole('heading', { name: 'No Results Found' })).toBeVisible();
    expect(await screen.findByText('No Results')).toBeVisible();
    expect(screen.getByText('No podcast series found matching your search query')).toBeVisible();
  });

  it('says what is wrong with the directory, and never that nothing matches', async () => {
    let isThrottled = true;
    answers('get', SEARCH, () =>
      isThrottled ? refusal(429, 'too-many-calls', THROTTLED) : Response.json(found(seriesNamed('Harbour'))),
    );
    const { user } = open('/admin/series?q=harbour');
    expect(await screen.findByText('Failed to search for podcast series. Please try again.')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(`Search Failed429: ${THROTTLED}`);
    expect(screen.queryByText('No Results Found')).toBeNull();
    isThrottled = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article', { name: 'Harbour' })).toBeVisible();
  });

  it('adds a series, takes it from the results and loads its episodes', async () => {
    answers('get', SEARCH, found(seriesNamed('Harbour'), seriesNamed('Pier')));
    serveEpisodes();
    const adds = answers('post', '/api/admin/add-series', {
      message: '"Harbour" was added.',
      podcastUuid: 'our-harbour',
    });
    const { user, address } = open('/admin/series?q=harbour');
    await user.click(await screen.findByRole('button', { name: 'Add Series Harbour' }));
    expect(await screen.findByRole('heading', { name: '12 episodes' })).toBeVisible();
    expect(screen.getByText('"Harbour" was added.')).toBeVisible();
    expect(address()).toBe('/admin/series?q=harbour&series=harbour&in=itunes');
    expect(adds.map(({ body }) => body)).toMatchObject([{ podcastData: { uuid: 'harbour' }, mayMove: false }]);
    await user.click(screen.getByRole('button', { name: 'Back to Search' }));
    expect(await screen.findByRole('article', { name: 'Pier' })).toBeVisible();
    expect(screen.queryByRole('article', { name: 'Harbour' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByRole('article', { name: 'Harbour' })).toBeVisible();
  });

  it('says why a series could not be added', async () => {
    answers('get', SEARCH, found(seriesNamed('Harbour')));
    answers('post', '/api/admin/add-series', () => refusal(502, 'upstream-unavailable', 'The publisher is down.'));
    const { user } = open('/admin/series?q=harbour');
    await user.click(await screen.findByRole('button', { name: 'Add Series Harbour' }));
    expect(await screen.findByText('Failed to Add Series')).toBeVisible();
    expect(screen.getByText('Could not add "Harbour". Please try again.')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('502: The publisher is down.');
  });

  it('asks whether a podcast has moved to another host', async () => {
    answers('get', SEARCH, found(seriesNamed('Harbour')));
    serveEpisodes();
    const elsewhere = { name: 'Old Harbour', host: 'old.example', newHost: 'new.example' };
    const adds = answers('post', '/api/admin/add-series', ({ body }: { body: { mayMove: boolean } }) =>
      body.mayMove
        ? Response.json({ message: '"Harbour" was already here and is up to date.', podcastUuid: 'our-harbour' })
        : refusal(409, 'series-elsewhere', 'It is here.', elsewhere),
    );
    const { user } = open('/admin/series?q=harbour');
    await user.click(await screen.findByRole('button', { name: 'Add Series Harbour' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Has this podcast moved?' });
    expect(dialog).toHaveTextContent('“Old Harbour” is already here, with its feed at old.example.');
    expect(dialog).toHaveTextContent('This feed at new.example says that it is the same podcast.');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(adds).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Add Series Harbour' }));
    await user.click(await screen.findByRole('button', { name: 'It has moved' }));
    expect(await screen.findByRole('heading', { name: '12 episodes' })).toBeVisible();
    expect(adds.at(-1)?.body).toMatchObject({ mayMove: true });
    expect(screen.queryByText('Failed to Add Series')).toBeNull();
  });
});

describe('the episodes of a series', () => {
  it('are loaded ten at a time, and added one by one', async () => {
    const calls = serveEpisodes();
    let isRefused = true;
    answers('post', '/api/admin/add-episode', () =>
      Response.json(
        isRefused ? { success: false, message: 'The feed has no audio.' } : { success: true, message: 'Added.' },
      ),
    );
    const { user } = open('/admin/series?series=harbour&in=itunes');
    expect(await screen.findByText('Already Added')).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(10);
    await user.click(screen.getByRole('button', { name: 'Add Episode Part 1' }));
    expect(await screen.findByText('The feed has no audio.')).toBeVisible();
    isRefused = false;
    await user.click(screen.getByRole('button', { name: 'Add Episode Part 1' }));
    await waitFor(() => expect(screen.getAllByText('Already Added')).toHaveLength(2));
    answers('post', '/api/admin/add-episode', () => refusal(502, 'upstream-unavailable', 'The publisher is down.'));
    await user.click(screen.getByRole('button', { name: 'Add Episode Part 2' }));
    expect(await screen.findByText('Failed to add episode. Please try again.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Load More Episodes' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(12));
    expect(screen.queryByRole('button', { name: 'Load More Episodes' })).toBeNull();
    expect(calls.map(({ url }) => url.search)).toEqual(['?limit=10&offset=0', '?limit=10&offset=10']);
  });

  it('can only be added once the series is here', async () => {
    answers('get', EPISODES, episodesPage([episodeNamed('Part 0')], null));
    open('/admin/series?series=harbour&in=itunes');
    expect(await screen.findByRole('button', { name: 'Add Series Harbour' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Add (Episode|all)/ })).toBeNull();
  });

  it('may be none', async () => {
    answers('get', EPISODES, { ...episodesPage([]), totalAvailable: 0 });
    open('/admin/series?series=harbour&in=itunes');
    expect(await screen.findByRole('heading', { name: 'No Episodes Available' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add all episodes' })).toBeNull();
  });

  it('may fail to load', async () => {
    answers('get', EPISODES, () => refusal(502, 'upstream-unavailable', 'The publisher is down.'));
    const { user, address } = open('/admin/series?q=a&series=harbour&in=itunes');
    answers('get', SEARCH, found(seriesNamed('Harbour')));
    expect((await screen.findByRole('alert')).textContent).toContain('502: The publisher is down.');
    expect(screen.getAllByText('Failed to load episodes. Please try again.')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Back to Search' }));
    expect(await screen.findByRole('article', { name: 'Harbour' })).toBeVisible();
    expect(address()).toBe('/admin/series?q=a');
  });
});

describe('an addition', () => {
  it.each([
    ['Add all episodes', null],
    ['Add the newest 10', 10],
  ])('is started by %s', async (name, newest) => {
    serveEpisodes();
    const starts = answers('post', ADDITIONS, () => {
      answers('get', ADDITIONS, { additions: [additionOf()] });

      return Response.json({ id: 'addition-1' });
    });
    const { user } = open('/admin/series?series=harbour&in=itunes');
    await user.click(await screen.findByRole('button', { name }));
    expect(await screen.findByRole('progressbar', { name: 'Progress: Episodes of Harbour' })).toBeVisible();
    expect(starts.map(({ body }) => body)).toEqual([{ seriesUuid: 'our-harbour', newest }]);
  });

  it('is found again after a reload, can be cancelled, keeps what was added, and can be closed', async () => {
    answers('get', ADDITIONS, { additions: [additionOf()] });
    const cancelled = additionOf({ status: 'cancelled' });
    answers('post', `${ADDITIONS}/addition-1/cancel`, () => {
      answers('get', ADDITIONS, { additions: [cancelled] });

      return Response.json(cancelled);
    });
    const { user, unmount } = open();
    const addition = await screen.findByRole('article', { name: 'Episodes of Harbour' });
    expect(addition).toHaveTextContent('3 of 12 · 2 added · 1 already here');
    await user.click(screen.getByRole('button', { name: 'Cancel: Episodes of Harbour' }));
    expect(await screen.findByText('2 episodes added before that stay.')).toBeVisible();
    expect(addition).toHaveTextContent('Cancelled');
    await user.click(screen.getByRole('button', { name: 'Close: Episodes of Harbour' }));
    expect(screen.queryByRole('region', { name: 'Additions' })).toBeNull();
    unmount();
    open();
    expect(await screen.findByRole('heading', { name: 'Find a podcast to add' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Additions' })).toBeNull();
  });

  it('takes several feed addresses, and says what came of each', async () => {
    const [one, two] = ['https://a.example/feed', 'https://b.example/feed'];
    const starts = answers('post', ADDITIONS, () => {
      answers('get', ADDITIONS, {
        additions: [
          additionOf({
            kind: 'feeds',
            name: null,
            seriesUuid: null,
            status: 'done',
            total: 2,
            done: 2,
            added: 1,
            existing: 0,
            failed: 1,
            items: [
              { name: 'Harbour', status: 'added', uuid: 'our-harbour', error: null },
              { name: two, status: 'failed', uuid: null, error: 'This is a web page, not a feed.' },
            ],
          }),
        ],
      });

      return Response.json({ id: 'addition-1' });
    });
    const { user } = open();
    fireEvent.paste(field(), { clipboardData: { getData: () => `${one}\n${two}\n` } });
    expect(field()).toHaveValue(`${one} ${two}`);
    await user.click(screen.getByRole('button', { name: 'Add 2 podcasts' }));
    const addition = await screen.findByRole('article', { name: '2 feeds' });
    expect(starts.map(({ body }) => body)).toEqual([{ feeds: [one, two] }]);
    expect(field()).toHaveValue('');
    expect(within(addition).getByRole('link', { name: 'Harbour' })).toHaveAttribute('href', '/podcast/our-harbour');
    expect(
      within(addition)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['AddedHarbour', `Failed${two}This is a web page, not a feed.`]);
  });

  it('searches for a single feed address', async () => {
    const calls = answers('get', SEARCH, found(seriesNamed('Harbour', { provider: 'rss' })));
    const { user } = open();
    await search(user, 'feed://a.example/feed');
    expect(await screen.findByRole('article', { name: 'Harbour' })).toBeVisible();
    expect(calls[0]?.url.searchParams.get('q')).toBe('https://a.example/feed');
  });

  it('takes an OPML file, dropped or chosen, once it is confirmed', async () => {
    const opml = '<opml><body><outline text="a" xmlUrl="https://a.example"/></body></opml>';
    const starts = answers('post', ADDITIONS, { id: 'addition-1' });
    const { user } = open();
    const dropped = new File(['<opml/>'], 'empty.opml');
    fireEvent.drop(field(), { dataTransfer: { types: ['Files'], files: [dropped] } });
    expect(await screen.findByRole('alert')).toHaveTextContent('empty.opml lists no feeds.');
    await user.upload(screen.getByLabelText('OPML file'), new File([opml], 'mine.opml'));
    const section = await screen.findByRole('region', { name: 'OPML file' });
    expect(section).toHaveTextContent('mine.opml lists 1 feed.');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(within(section).getByRole('button', { name: 'Add 1 podcast' }));
    await waitFor(() => expect(starts.map(({ body }) => body)).toEqual([{ opml }]));
  });
});

const APPLE = directoryChoice('itunes', 'Apple Podcasts', { isDefault: true });
const field = () => screen.getByRole('searchbox', { name: 'Podcast name or feed address' });

async function search(user: Shown['user'], text: string): Promise<void> {
  await user.type(field(), `${text}{Enter}`);
}

const found = (...results: ReturnType<typeof seriesNamed>[]) => ({ results, directory: 'itunes' });

const episodesPage = (episodes: ReturnType<typeof episodeNamed>[], id: string | null = 'our-harbour') => ({
  episodes,
  podcastInfo: { ...seriesNamed('Harbour', { isExisting: id !== null }), id },
  totalAvailable: 12,
});

/** Twelve episodes, the first of which is here. */
function serveEpisodes() {
  const all = Array.from({ length: 12 }, (_, index) => episodeNamed(`Part ${index}`, { isAdded: index === 0 }));

  return answers('get', EPISODES, ({ url }: { url: URL }) => {
    const offset = Number(url.searchParams.get('offset'));

    return Response.json(episodesPage(all.slice(offset, offset + Number(url.searchParams.get('limit')))));
  });
}
