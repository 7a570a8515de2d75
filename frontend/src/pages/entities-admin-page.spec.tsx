import { beforeEach, describe, expect, it } from '@jest/globals';
import { NO_CONTEXT, type HeldPattern, type NoisyPattern, type NoisyPatternPage } from '@earmark/contracts/vocabulary';
import { screen, waitFor, within } from '@testing-library/react';
import { PlayerProvider } from '../audio/player-context.tsx';
import { answers, refusal, type Call } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { Toasts } from '../ui/toast.tsx';
import { EntitiesAdminPage } from './entities-admin-page.tsx';

const BOOK = { id: 'book', name: 'book', displayName: 'Book', iconName: 'Book', colorClass: '' };
const DOWN = 'The database is away for a moment.';

beforeEach(() => {
  answers('get', '/api/admin/recounts', { recounts: [], next: null, behind: { episodes: 0, of: 1 } });
  known([]);
  answers('get', '/api/admin/held-patterns', { patterns: [], total: 0, next: null });
});

const open = (address = '/admin/entities') =>
  show(
    <PlayerProvider>
      <EntitiesAdminPage />
      <Toasts />
    </PlayerProvider>,
    address,
  );

it('says when categories cannot be loaded, and retries', async () => {
  let isDown = true;
  answers('get', '/api/admin/entity-types', () => (isDown ? refusal(503, 'down', DOWN) : Response.json([BOOK])));
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent(`503: ${DOWN}`);
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: /Book/ })).toBeVisible();
});

it('says when there are no categories', async () => {
  answers('get', '/api/admin/entity-types', []);
  open();
  expect(await screen.findByRole('heading', { name: 'No categories yet' })).toBeVisible();
});

describe('the worklist of noisy patterns', () => {
  const noise = {
    mentions: 8906,
    episodes: 1200,
    occurrences: 9000,
    judged: 9000,
    lowerCase: 8700,
    asWritten: 300,
    beginning: 100,
    mentionsAsWritten: 206,
    insideWords: 0,
    mentionsWhole: 8906,
  };
  const noisy = (name: string): NoisyPattern => ({
    ...pattern(name),
    noise,
    namesakes: [],
    isLeft: false,
    proposals: [
      {
        kind: 'match-case',
        says: '8,700 of 9,000 are in lower case: match case?',
        changes: { caseSensitive: true },
        keeps: 206,
      },
      { kind: 'remove', says: 'Remove it?', changes: null, keeps: 0 },
    ],
  });
  const page = (patterns: NoisyPattern[], more: Partial<NoisyPatternPage> = {}): NoisyPatternPage => ({
    patterns,
    total: patterns.length,
    next: null,
    counts: { all: 20, noisy: patterns.length, ambiguous: 0, unmentioned: 0, left: 0 },
    isLevel: true,
    waiting: 0,
    ...more,
  });
  beforeEach(() => {
    answers('get', '/api/admin/entity-types', [BOOK]);
  });

  it('is opened on demand, takes proposals by key, and goes on to the next row', async () => {
    const left = [noisy('It'), noisy('On'), noisy('Now')];
    const sent: unknown[] = [];
    answers('get', '/api/admin/entity-patterns/counts', () => Response.json(page(left)));
    answers('patch', '/api/admin/entity-patterns/It', ({ body }: Call) => {
      sent.push(body);
      return Response.json(left.shift());
    });
    answers('post', '/api/admin/entity-patterns/On/left', ({ body }: Call) => {
      sent.push(body);
      left.shift();
      return Response.json({ isLeft: true });
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Find noisy patterns' }));
    const first = await screen.findByRole('listitem', { name: 'It' });
    expect(first).toHaveTextContent('8,906 mentions in 1,200 episodes');
    expect(within(first).getByRole('button', { name: /Match case/ })).toHaveTextContent('keeps 206');
    first.focus();
    await user.keyboard('jk1');
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'It' })).toBeNull());
    expect(sent).toEqual([{ id: 'It', caseSensitive: true }]);
    await waitFor(() => expect(screen.getByText('Search pattern “It” was changed')).toBeVisible());
    screen.getByRole('listitem', { name: 'On' }).focus();
    await user.keyboard('l');
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'On' })).toBeNull());
    expect(sent).toHaveLength(2);
  });

  it('says in a preview why pages show another number than the list', async () => {
    answers('get', '/api/admin/entity-patterns/counts', page([noisy('It')]));
    let shown = 0;
    answers('post', '/api/admin/patterns/preview', () =>
      Response.json({
        noise: null,
        entity: null,
        before: { mentions: shown, episodes: shown },
        after: { mentions: 206, episodes: 40 },
        added: [],
        removed: [],
        unchanged: 0,
        unchangedPassages: [],
        episodes: [],
      }),
    );
    const { user, unmount } = open('/admin/entities?show=noisy');
    (await screen.findByRole('listitem', { name: 'It' })).focus();
    await user.keyboard('p');
    expect(await screen.findByText('Mentions 0 → 206 (+206), episodes 0 → 40')).toBeVisible();
    expect(
      screen.getByText(/^The list says 8,906: what this pattern alone finds in all transcripts\./),
    ).toHaveTextContent(
      'Pages show 0 for It: all of its names, by the patterns that each episode was last counted with.',
    );
    unmount();
    shown = 8906;
    open('/admin/entities?show=noisy');
    (await screen.findByRole('listitem', { name: 'It' })).focus();
    await user.keyboard('p');
    expect(await screen.findByText(/^Mentions 8,906 → 206/)).toBeVisible();
    expect(screen.queryByText(/^The list says/)).toBeNull();
  });

  it('takes keys while decisions are saved, and makes them one after the other', async () => {
    let left = ['It', 'On', 'Now', 'So'].map((name) => noisy(name));
    const answered: (() => void)[] = [];
    const sent: string[] = [];
    const held = async (name: string, answer: () => Response) => {
      sent.push(name);
      await new Promise<void>((resolve) => answered.push(resolve));
      return answer();
    };
    const without = (name: string) => {
      left = left.filter((one) => one.name !== name);
    };
    answers('get', '/api/admin/entity-patterns/counts', () => Response.json(page(left)));
    answers('patch', '/api/admin/entity-patterns/It', async () =>
      held('It', () => {
        without('It');
        return Response.json(pattern('It'));
      }),
    );
    answers('post', '/api/admin/entity-patterns/On/left', async () => held('On', () => refusal(503, 'down', DOWN)));
    answers('delete', '/api/admin/entity-patterns/Now', async () =>
      held('Now', () => {
        without('Now');
        return Response.json({ success: true });
      }),
    );
    const { user } = open('/admin/entities?show=noisy');
    const row = (name: string) => screen.queryByRole('listitem', { name });
    (await screen.findByRole('listitem', { name: 'It' })).focus();
    await user.keyboard('1l2');
    expect(row('So')).toHaveFocus();
    for (const name of ['It', 'On', 'Now']) expect(row(name)).toHaveTextContent('Saving…');
    // A row that waits takes no other decision.
    row('On')!.focus();
    await user.keyboard('1');
    row('So')!.focus();
    for (const name of ['It', 'On', 'Now']) {
      await waitFor(() => expect(sent.at(-1)).toBe(name));
      answered.shift()!();
    }
    await waitFor(() => expect(row('Now')).toBeNull());
    expect(sent).toEqual(['It', 'On', 'Now']);
    expect(row('It')).toBeNull();
    await waitFor(() => expect(row('On')).not.toHaveTextContent('Saving…'));
    expect(row('So')).toHaveFocus();
  });

  it('says while it counts, when it cannot, and when nothing is noisy', async () => {
    let answer: () => Response = () => Response.json(page([], { isLevel: false, waiting: 42 }));
    answers('get', '/api/admin/entity-patterns/counts', () => answer());
    const { user } = open('/admin/entities?show=noisy');
    expect(await screen.findByText('42 episodes to go.')).toBeVisible();
    answer = () => Response.json(page([]));
    expect(await screen.findByText('No noisy patterns', {}, { timeout: 4000 })).toBeVisible();
    answer = () => refusal(503, 'down', DOWN);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'name');
    expect(await screen.findByText('Error counting patterns')).toBeVisible();
  });
});

describe('the names that imports held back', () => {
  const held = (name: string, more: Partial<HeldPattern> = {}): HeldPattern => ({
    id: name,
    name,
    type: 'book',
    entity: null,
    caseSensitive: false,
    wholeWord: true,
    mentions: 8906,
    says: '8,700 of 9,000 are in lower case: match case?',
    quieter: { caseSensitive: true, wholeWord: true, near: [] },
    heldAt: '2026-01-01T00:00:00.000Z',
    ...more,
  });
  const serve = (left: HeldPattern[]) =>
    answers('get', '/api/admin/held-patterns', () => Response.json({ patterns: left, total: left.length, next: null }));
  beforeEach(() => {
    answers('get', '/api/admin/entity-types', [BOOK]);
  });

  it('are added with the proposed option, as they are, or dropped, and the focus goes on', async () => {
    const left = [held('It'), held('On', { quieter: null, mentions: 1 }), held('Now', { entity: 'Now Inc.' })];
    serve(left);
    const sent: unknown[] = [];
    const take = (name: string) => {
      const at = left.findIndex((one) => one.name === name);
      left.splice(at, 1);
      return Response.json(pattern(name));
    };
    for (const name of ['It', 'On'])
      answers('post', `/api/admin/held-patterns/${name}/add`, ({ body }: Call) => {
        sent.push([name, body]);
        return take(name);
      });
    answers('delete', '/api/admin/held-patterns/Now', () => {
      take('Now');
      return Response.json({ success: true });
    });
    const { user } = open();
    const first = await screen.findByRole('listitem', { name: 'It' });
    expect(first).toHaveTextContent('would find 8,906 mentions');
    expect(within(first).getByText('Case sensitive')).toBeVisible();
    const second = screen.getByRole('listitem', { name: 'On' });
    expect(within(second).queryByRole('button', { name: 'Add with this option' })).toBeNull();
    within(first).getByRole('button', { name: 'Add with this option' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(second).toHaveFocus());
    expect(screen.getByText('Search pattern “It” was added')).toBeVisible();
    await user.click(within(second).getByRole('button', { name: 'Add as it is' }));
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'On' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Drop' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: /Held back by imports/ })).toBeNull());
    expect(sent).toEqual([
      ['It', { isQuieter: true }],
      ['On', { isQuieter: false }],
    ]);
  });

  it('are decided one after the other while earlier ones are saved', async () => {
    let left = ['It', 'On', 'Now'].map((name) => held(name));
    answers('get', '/api/admin/held-patterns', () => Response.json({ patterns: left, total: left.length, next: null }));
    const answered: (() => void)[] = [];
    const sent: string[] = [];
    for (const name of ['It', 'On', 'Now'])
      answers('post', `/api/admin/held-patterns/${name}/add`, async () => {
        sent.push(name);
        await new Promise<void>((resolve) => answered.push(resolve));
        left = left.filter((one) => one.name !== name);
        return Response.json(pattern(name));
      });
    const { user } = open();
    (await screen.findByRole('listitem', { name: 'It' })).focus();
    await user.keyboard('{Tab}{Enter}{Tab}{Enter}{Tab}{Enter}');
    for (const name of ['It', 'On', 'Now']) {
      await waitFor(() => expect(sent.at(-1)).toBe(name));
      answered.shift()!();
    }
    await waitFor(() => expect(screen.queryByRole('heading', { name: /Held back by imports/ })).toBeNull());
    expect(sent).toEqual(['It', 'On', 'Now']);
  });

  it('stay when they cannot be added, with the reason', async () => {
    serve([held('It')]);
    answers('post', '/api/admin/held-patterns/It/add', () => refusal(409, 'pattern-taken', 'It is there already.'));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add as it is' }));
    expect(await screen.findByText('409: It is there already.')).toBeVisible();
    expect(screen.getByRole('listitem', { name: 'It' })).toBeVisible();
  });

  it('are kept in sight when they cannot be loaded', async () => {
    let isDown = true;
    answers('get', '/api/admin/held-patterns', () =>
      isDown ? refusal(503, 'down', DOWN) : Response.json({ patterns: [held('It')], total: 1, next: null }),
    );
    const { user } = open();
    expect(await screen.findByText('Error loading the names held back')).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Held back by imports (1)' })).toBeVisible();
  });
});

describe('an open category', () => {
  beforeEach(() => {
    answers('get', '/api/admin/entity-types', [BOOK]);
  });

  it('shows a hundred entities at a time, and finds one by name or alias', async () => {
    const radios = Array.from({ length: 119 }, (_, at) => pattern(`Radio ${at + 1}`));
    const asked = known([...radios, pattern('Zeta net'), pattern('Ωmega', 'Zeta net')]);
    const { user } = open('/admin/entities?category=book');
    // Roles of hundreds of rows take seconds to compute.
    const entities = () => [...document.querySelectorAll('ul[aria-label^="Patterns of "]')];
    expect(await screen.findByText('100 of 120 entities shown')).toBeVisible();
    expect(entities()).toHaveLength(100);
    expect(screen.getByText('121 patterns', { exact: false })).toHaveTextContent('121 patterns · 120 entities');
    await user.click(screen.getByText('Load more'));
    await waitFor(() => expect(entities()).toHaveLength(120));
    expect(screen.queryByText(/entities shown/)).toBeNull();
    expect(asked.map(({ url }) => url.search)).toEqual(['?entityTypeId=book', '?entityTypeId=book&after=100']);
    await user.click(screen.getByPlaceholderText('Search patterns of Book...'));
    await user.paste('ωMEGA');
    expect(await screen.findByText('1 of 120 entities found')).toBeVisible();
    expect(entities().map((list) => [list.getAttribute('aria-label'), list.textContent])).toEqual([
      ['Patterns of Zeta net', 'Zeta netΩmega'],
    ]);
    await user.clear(screen.getByPlaceholderText('Search patterns of Book...'));
    await user.paste('nothing');
    expect(await screen.findByText('No entity or pattern in Book contains “nothing”.')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1)!);
    await waitFor(() => expect(entities()).toHaveLength(120));
  });

  it('holds what its account had typed before it had to sign in again', async () => {
    answers('post', '/api/admin/patterns/preview', () => refusal(401, 'unauthenticated', 'Please sign in.'));
    known([pattern('Radio Tay')]);
    const openFor = (username: string) => {
      answers('get', '/api/auth/me', { user: { username, role: 'analyst' } });

      return open('/admin/entities?category=book');
    };
    const termIn = (form: string) => within(screen.getByRole('form', { name: form })).getByLabelText('Search term');
    const ada = openFor('ada');
    await ada.user.click(await screen.findByRole('button', { name: 'Edit Radio Tay' }));
    await ada.user.type(termIn('Edit Radio Tay'), ' FM');
    await ada.user.type(termIn('Add pattern'), 'Ferry');
    ada.unmount();

    const grace = openFor('grace');
    expect(await screen.findByRole('button', { name: 'Edit Radio Tay' })).toBeVisible();
    expect(termIn('Add pattern')).toHaveValue('');
    grace.unmount();

    openFor('ada');
    expect(await screen.findByRole('form', { name: 'Edit Radio Tay' })).toBeVisible();
    expect(termIn('Edit Radio Tay')).toHaveValue('Radio Tay FM');
    expect(termIn('Add pattern')).toHaveValue('Ferry');
  });

  it('says why a pattern cannot be previewed', async () => {
    answers('post', '/api/admin/patterns/preview', () => refusal(503, 'down', DOWN));
    const { user } = open('/admin/entities?category=book');
    const form = within(await screen.findByRole('form', { name: 'Add pattern' }));
    await user.type(form.getByLabelText('Search term'), 'umlaut');
    expect(await form.findByRole('alert')).toHaveTextContent(`503: ${DOWN}`);
  });

  it('marks what a pattern finds in a sentence, without asking the server', async () => {
    answers('post', '/api/admin/patterns/preview', () => refusal(503, 'down', DOWN));
    const added = answers('post', '/api/admin/entity-patterns', {});
    const { user } = open('/admin/entities?category=book');
    const form = within(await screen.findByRole('form', { name: 'Add pattern' }));
    const term = form.getByLabelText('Search term');
    const sentence = form.getByLabelText('Test a sentence');
    await user.type(term, 'go');
    await user.type(sentence, 'Go to Google and go.');
    expect(await form.findByText('Found 2 times')).toBeVisible();
    expect(form.getAllByRole('mark').map(({ textContent }) => textContent)).toEqual(['Go', 'go']);
    await user.click(form.getByLabelText('Whole word'));
    expect(await form.findByText('Found 3 times')).toBeVisible();
    await user.click(form.getByLabelText('Case sensitive'));
    expect(await form.findByText('Found 1 time')).toBeVisible();
    await user.type(sentence, '{Enter}');
    await user.type(term, 'ne');
    expect(await form.findByText('Not found')).toBeVisible();
    expect(added).toEqual([]);
  });
});

it('says why a file of patterns was refused, and takes it when it is chosen again', async () => {
  answers('get', '/api/admin/entity-types', [BOOK]);
  let isDown = true;
  const report = { added: 1, unchanged: 0, skipped: [] };
  answers('post', '/api/admin/entity-patterns/csv', () =>
    isDown ? refusal(503, 'down', DOWN) : Response.json(report),
  );
  const { user } = open();
  await screen.findByRole('button', { name: /Book/ });
  const file = new File(['name,type\nElmina,book\n'], 'patterns.csv', { type: 'text/csv' });
  await user.upload(screen.getByLabelText('CSV file'), file);
  expect(await screen.findByText('Failed to import search patterns')).toBeVisible();
  expect(screen.getByText(`503: ${DOWN}`)).toBeVisible();
  isDown = false;
  await user.upload(screen.getByLabelText('CSV file'), file);
  expect(await screen.findByText('1 added, 0 unchanged, 0 skipped.')).toBeVisible();
});

it('says which of the imported names are everyday words, and leads to the worklist', async () => {
  answers('get', '/api/admin/entity-types', [BOOK]);
  answers('post', '/api/admin/entity-patterns/csv', { added: 3, unchanged: 0, skipped: [], noisy: ['It', 'On'] });
  const { user } = open();
  await screen.findByRole('button', { name: /Book/ });
  await user.upload(screen.getByLabelText('CSV file'), new File(['name,type\n'], 'names.csv', { type: 'text/csv' }));
  const report = await screen.findByRole('region', { name: 'Import report' });
  expect(report).toHaveTextContent('2 of the new patterns find mostly everyday words: It, On.');
  expect(within(report).getByRole('link', { name: 'Review them' })).toHaveAttribute(
    'href',
    '/admin/entities?show=noisy',
  );
});

/** Answers as the server does, for names that need no folding; returns the requests for pages. */
function known(patterns: readonly ReturnType<typeof pattern>[]) {
  const like = ({ searchParams }: URL) => {
    const wanted = searchParams.get('q')?.toLowerCase() ?? '';
    const isFound = ({ entity, name }: (typeof patterns)[number]) =>
      `${entity}\n${name}`.toLowerCase().includes(wanted);
    const found = new Set(patterns.filter(isFound).map(({ entity }) => entity));

    return patterns.filter(({ entity }) => found.has(entity));
  };
  answers('get', '/api/admin/entity-patterns/totals', ({ url }: Call) => {
    const found = like(url);
    const entities = new Set(found.map(({ entity }) => entity)).size;

    return Response.json(entities === 0 ? [] : [{ entityTypeId: 'book', patterns: found.length, entities }]);
  });

  return answers('get', '/api/admin/entity-patterns', ({ url }: Call) => {
    const from = Number(url.searchParams.get('after') ?? 0);
    const found = like(url);
    const page = { patterns: found.slice(from, from + 100), next: found.length > from + 100 ? `${from + 100}` : null };

    return Response.json(page);
  });
}

const pattern = (name: string, entity = name) => ({
  id: name,
  entityTypeId: 'book',
  entityId: entity,
  entity,
  name,
  caseSensitive: false,
  wholeWord: true,
  ...NO_CONTEXT,
  url: null,
});
