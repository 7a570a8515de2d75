import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { PlayerProvider } from '../audio/player-context.tsx';
import { mentionOf, passageOf, searchAnswer, searchedEpisode, SEARCH_OPTIONS } from '../testing/search.ts';
import { answers, refusal } from '../testing/server.ts';
import type { Call } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { AdvancedSearchPage } from './advanced-search-page.tsx';

const CALL = '/api/search/advanced';
const FERRIES = searchedEpisode('Ferries', {
  mentions: [mentionOf('Lagos', { 'Ada Obi': 8, Bo: 3 }), mentionOf('Tea', { Bo: 1 })],
});
const PASSAGES = {
  total: 5,
  shown: [passageOf('s1', 'We drink green tea', 'tea'), passageOf('s2', 'More tea', 'tea', 30_000)],
};

let asked: readonly Call[];
const open = (address = '/advanced-search') =>
  show(
    <PlayerProvider>
      <AdvancedSearchPage />
    </PlayerProvider>,
    address,
  );
const box = () => screen.getByRole('combobox', { name: 'Search what was said' });
const result = (name: string) => screen.findByRole('article', { name });
/** The parameters of the latest request for results. */
const lastAsked = () => Object.fromEntries(asked.at(-1)?.url.searchParams ?? []);

/** Width of the window in pixels. */
const setWidth = (width: number) => {
  const matched = { addEventListener: () => undefined, removeEventListener: () => undefined };
  const least = (media: string) => Number(/min-width: (\d+)px/.exec(media)?.[1] ?? Infinity);
  Object.defineProperty(window, 'matchMedia', {
    configurable: true,
    value: (media: string) => ({ ...matched, media, matches: least(media) <= width }),
  });
};

beforeEach(() => {
  setWidth(1440);
  answers('get', '/api/search/options', SEARCH_OPTIONS);
  asked = answers('get', CALL, ({ url }: Call) =>
    Response.json(
      searchAnswer([url.searchParams.has('q') ? searchedEpisode('Ferries', { passages: PASSAGES }) : FERRIES], {
        criteria: { words: url.searchParams.get('q') ?? '', entity: url.searchParams.get('entity') ?? '' },
        facets: {
          podcasts: [
            { value: 'Harbour', label: 'Harbour', count: 3 },
            { value: 'Marginalia', label: 'Marginalia', count: 1 },
          ],
          years: [{ value: '2026', label: '2026', count: 4 }],
        },
      }),
    ),
  );
});

it('says that there is nothing to search yet in an empty library, where nothing can be cleared', async () => {
  answers('get', CALL, searchAnswer([]));
  open();
  expect(await screen.findByRole('heading', { name: 'Nothing to search yet' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull();
});

describe('the advanced search', () => {
  it('shows totals, and per episode what is mentioned, by whom and how often', async () => {
    open();
    const ferries = within(await result('Ferries'));
    expect(screen.getByRole('heading', { name: '1 result' })).toBeVisible();
    expect(screen.getByText('11 total mentions · 1 unique entity')).toBeVisible();
    expect(ferries.getByText('2 Jan 2026')).toBeVisible();
    expect(ferries.getByText(/with Ada Obi/)).toBeVisible();
    expect(ferries.getByText('11 mentions')).toBeVisible();
    expect(ferries.getByRole('link', { name: 'Lagos' })).toHaveAttribute(
      'href',
      '/podcasts/Harbour/ferries?entity=Lagos',
    );
    expect(ferries.getByRole('button', { name: 'Ada Obi, 8 mentions, primary speaker' })).toBeVisible();
  });

  it('offers examples from what there is, which fill in the criteria', async () => {
    const { user, address } = open();
    await user.click(await screen.findByRole('button', { name: 'Lagos · by Ada Obi · 4+ mentions' }));
    expect(address()).toBe('/advanced-search?entity=Lagos&speaker=Ada+Obi&minMentions=4');
    expect(box()).toHaveValue('entity:Lagos speaker:"Ada Obi"');
    expect(screen.getByRole('combobox', { name: 'Entity' })).toHaveValue('Lagos');
    expect(screen.getByRole('combobox', { name: 'Speaker' })).toHaveValue('Ada Obi');
    expect(screen.getByRole('combobox', { name: 'Minimum mentions' })).toHaveValue('4');
    await waitFor(() => expect(lastAsked()).toEqual({ entity: 'Lagos', speaker: 'Ada Obi', minMentions: '4' }));
    await user.click(screen.getByRole('button', { name: 'Tea · by Bo' }));
    expect(address()).toBe('/advanced-search?entity=Tea&speaker=Bo');
  });

  it('is one state in box, criteria, facets and address', async () => {
    const { user, address } = open('/advanced-search?q=tea%20podcast:marginalia&sortBy=mentions');
    expect(box()).toHaveValue('tea podcast:marginalia');
    expect(await screen.findByRole('combobox', { name: 'Podcast' })).toHaveValue('Marginalia');
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveValue('mentions');
    await user.type(screen.getByRole('combobox', { name: 'Speaker' }), 'b');
    const offered = within(screen.getByRole('listbox', { name: 'Speaker' })).getAllByRole('option');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['Bo']);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(address()).toBe('/advanced-search?q=tea&speaker=Bo&podcast=marginalia&sortBy=mentions');
    expect(box()).toHaveValue('tea speaker:Bo podcast:marginalia');
    await waitFor(() =>
      expect(lastAsked()).toEqual({ q: 'tea', speaker: 'Bo', podcast: 'marginalia', sortBy: 'mentions' }),
    );
    await user.click(screen.getByRole('button', { name: 'All podcasts instead of Marginalia' }));
    expect(box()).toHaveValue('tea speaker:Bo');
  });

  it('takes in what is typed at once, and its filters when they are whole', async () => {
    const { user, address } = open();
    await result('Ferries');
    await user.type(box(), 'tea sp');
    expect(screen.getByRole('option', { name: /speaker:/ })).toBeVisible();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(box()).toHaveValue('tea speaker:');
    await user.keyboard('ad');
    await waitFor(() => expect(lastAsked()).toEqual({ q: 'tea' }));
    await user.click(screen.getByRole('option', { name: /Ada Obi/ }));
    expect(box()).toHaveValue('tea speaker:"Ada Obi" ');
    await waitFor(() => expect(lastAsked()).toEqual({ q: 'tea', speaker: 'Ada Obi' }));
    await waitFor(() => expect(address()).toBe('/advanced-search?q=tea&speaker=Ada+Obi'));
    expect(box()).toHaveFocus();
  });

  it('shows passages with what was found marked, three at first, each with its context on demand', async () => {
    const segment = (id: string, text: string) => ({
      id,
      speaker: 'Ada Obi',
      text,
      startTime: 10_000,
      endTime: 20_000,
      timeFormatted: '00:00:10',
      marks: [],
      before: { speaker: 'Bo', text: `${'long ago '.repeat(100)}before ${id}` },
      after: { speaker: 'Bo', text: `after ${id} ${'and so on '.repeat(100)}` },
    });
    const segments = answers('get', '/api/search/segments', {
      segments: ['s1', 's2', 's3', 's4', 's5'].map((id) => segment(id, `Passage ${id}`)),
      totalSegments: 5,
      speaker: '',
      entity: '',
    });
    const { user } = open('/advanced-search?q=tea');
    const ferries = within(await result('Ferries'));
    expect(ferries.getAllByText('tea').map(({ tagName }) => tagName)).toEqual(['MARK', 'MARK']);
    expect(ferries.getByRole('link', { name: '0:10 in the transcript' })).toHaveAttribute(
      'href',
      '/podcasts/Harbour/ferries?t=10&search=tea',
    );
    expect(ferries.getByRole('link', { name: 'Ferries' })).toHaveAttribute(
      'href',
      '/podcasts/Harbour/ferries?search=tea',
    );
    await user.click(ferries.getAllByRole('button', { name: 'Context' })[1] ?? document.body);
    expect(await ferries.findByText(/^… (ago |long )+before s2$/)).toBeVisible();
    expect(ferries.getByText(/^after s2 (and |so |on )+…$/)).toBeVisible();
    expect(ferries.queryByText(/before s1/)).toBeNull();
    expect(ferries.getByText('2 of 5 passages shown', { exact: false })).toBeVisible();
    await user.click(ferries.getByRole('button', { name: 'Show more' }));
    expect(within(ferries.getByRole('list', { name: 'Passages in Ferries' })).getAllByRole('listitem')).toHaveLength(5);
    expect(segments).toHaveLength(1);
    expect(Object.fromEntries(segments[0]?.url.searchParams ?? [])).toEqual({ episodeUuid: 'ferries', q: 'tea' });
  });

  it('plays a passage in place, and moves between them with the arrow keys', async () => {
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const { user, address } = open('/advanced-search?q=tea');
    await result('Ferries');
    screen.getByRole('button', { name: 'Search' }).focus();
    await user.keyboard('/');
    expect(box()).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('button', { name: 'Play from 0:10' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('button', { name: 'Play from 0:30' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(play).toHaveBeenCalledTimes(1);
    expect(document.querySelector('audio')).toHaveAttribute('src', 'https://harbour.example/ferries.mp3');
    expect(document.querySelector('audio')?.currentTime).toBe(30);
    expect(address()).toBe('/advanced-search?q=tea');
    play.mockRestore();
  });

  it('lists the segments of a speaker and an entity, with a way to each', async () => {
    let segments: object[] = [];
    answers('get', '/api/search/segments', () =>
      Response.json({ segments, totalSegments: segments.length, speaker: 'Bo', entity: 'Lagos' }),
    );
    const { user } = open();
    await user.click(within(await result('Ferries')).getByRole('button', { name: 'Bo, 3 mentions' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Bo on Lagos' }));
    expect(await dialog.findByText('No transcript segments found for this speaker-entity combination.')).toBeVisible();
    await user.keyboard('{Escape}');
    segments = [
      {
        id: 's1',
        speaker: 'Bo',
        text: 'Off to Lagos',
        startTime: 61_500,
        endTime: 70_000,
        timeFormatted: '00:01:01',
        marks: [7, 12],
        before: null,
        after: null,
      },
    ];
    await user.click(
      within(await result('Ferries')).getByRole('button', { name: 'Ada Obi, 8 mentions, primary speaker' }),
    );
    expect(await screen.findByRole('link', { name: 'Jump to segment' })).toHaveAttribute(
      'href',
      '/podcasts/Harbour/ferries?t=61&entity=Lagos',
    );
  });

  it('narrows by facets, which are switches', async () => {
    const { user, address } = open('/advanced-search?podcast=Harbour');
    const facets = within(await screen.findByRole('complementary', { name: 'Narrow down' }));
    expect(facets.getByRole('button', { name: 'Harbour 3 episodes' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(facets.getByRole('button', { name: 'Marginalia 1 episode' }));
    expect(address()).toBe('/advanced-search?podcast=Marginalia');
    await user.click(facets.getByRole('button', { name: 'Marginalia 1 episode' }));
    await user.click(facets.getByRole('button', { name: '2026 4 episodes' }));
    expect(address()).toBe('/advanced-search?from=2026&to=2026');
    expect(box()).toHaveValue('after:2026 before:2026');
  });

  it('shows a chosen value that comes after the first ones of a long list', async () => {
    const entities = Array.from({ length: 21 }, (_, at) => ({ value: `e${at}`, label: `E${at}`, count: 21 - at }));
    answers('get', CALL, searchAnswer([], { facets: { entities } }));
    open('/advanced-search?entity=e20');
    const list = within(await screen.findByRole('region', { name: 'Entity' }));
    expect(list.getByRole('button', { name: 'E20 1 episode' })).toHaveAttribute('aria-pressed', 'true');
    expect(list.getByRole('button', { name: 'Show the first 20' })).toBeVisible();
  });

  it('folds criteria and facets away on a phone', async () => {
    setWidth(390);
    const { user, address } = open('/advanced-search?podcast=Harbour');
    await result('Ferries');
    expect(screen.queryByRole('combobox', { name: 'Podcast' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Criteria (1)' }));
    expect(await screen.findByRole('combobox', { name: 'Podcast' })).toHaveValue('Harbour');
    await user.click(screen.getByRole('button', { name: 'Narrow down (1)' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Narrow down' }));
    await user.click(sheet.getByRole('button', { name: '2026 4 episodes' }));
    await user.click(sheet.getByRole('button', { name: 'Show 1 episode' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(address()).toBe('/advanced-search?podcast=Harbour&from=2026&to=2026');
  });

  it('names what would be found without one of the criteria, and exports what is found', async () => {
    answers('get', CALL, ({ url }: Call) =>
      Response.json(
        url.searchParams.has('speaker')
          ? searchAnswer([], {
              criteria: { words: 'tea' },
              relaxations: [{ without: 'speaker', label: 'Without the speaker', total: 42 }],
              notes: ['Nobody is called “Nobody”.'],
            })
          : searchAnswer([FERRIES], { criteria: { words: 'tea' } }),
      ),
    );
    const { user, address } = open('/advanced-search?q=tea&speaker=Nobody');
    expect(await screen.findByRole('heading', { name: 'No results found' })).toBeVisible();
    expect(screen.getByText('Nobody is called “Nobody”.')).toBeVisible();
    // The server refuses to export a criterion that it left out.
    expect(screen.getByRole('link', { name: 'CSV' })).toHaveAttribute('href', '/api/search/advanced.csv?q=tea');
    await user.click(screen.getByRole('button', { name: 'Without the speaker: 42 episodes' }));
    expect(address()).toBe('/advanced-search?q=tea');
    await result('Ferries');
    expect(screen.getByRole('link', { name: 'CSV' })).toHaveAttribute('href', '/api/search/advanced.csv?q=tea');
    expect(screen.getByRole('link', { name: 'RSS' })).toHaveAttribute('href', '/api/search/advanced.rss?q=tea');
  });

  it('offers what would be found without one of the words', async () => {
    answers('get', CALL, ({ url }: Call) =>
      Response.json(
        url.searchParams.get('q') === 'tea'
          ? searchAnswer([FERRIES])
          : searchAnswer([], { relaxations: [{ without: 'word', label: 'without “zq”', total: 1, words: 'tea' }] }),
      ),
    );
    const { user, address } = open('/advanced-search?q=tea+zq');
    await user.click(await screen.findByRole('button', { name: 'without “zq”: 1 episode' }));
    expect(address()).toBe('/advanced-search?q=tea');
    await result('Ferries');
  });

  it('says that it searches, why that failed, and searches again', async () => {
    let isDown = true;
    answers('get', CALL, () =>
      isDown
        ? refusal(400, 'too-wide', 'Give a longer beginning before the star.')
        : Response.json(searchAnswer([FERRIES])),
    );
    const { user } = open('/advanced-search?q=a*');
    expect(screen.getByText('Searching')).toBeInTheDocument();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Error loading search results');
    expect(alert).toHaveTextContent('400: Give a longer beginning before the star.');
    isDown = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await result('Ferries');
  });
});
