import { beforeEach, describe, expect, it } from '@jest/globals';
import type { NoisyPattern, NoisyPatternPage } from '@earmark/contracts/vocabulary';
import { screen, waitFor, within } from '@testing-library/react';
import { emptyVocabulary, BOOK, DOWN, openEntitiesAdmin, pattern } from '../testing/entities-admin.tsx';
import { answers, refusal, type Call } from '../testing/server.ts';

beforeEach(emptyVocabulary);

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
    const { user } = openEntitiesAdmin();
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
    const { user, unmount } = openEntitiesAdmin('/admin/entities?show=noisy');
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
    openEntitiesAdmin('/admin/entities?show=noisy');
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
    const { user } = openEntitiesAdmin('/admin/entities?show=noisy');
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
    const { user } = openEntitiesAdmin('/admin/entities?show=noisy');
    expect(await screen.findByText('42 episodes to go.')).toBeVisible();
    answer = () => Response.json(page([]));
    expect(await screen.findByText('No noisy patterns', {}, { timeout: 4000 })).toBeVisible();
    answer = () => refusal(503, 'down', DOWN);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'name');
    expect(await screen.findByText('Error counting patterns')).toBeVisible();
  });
});
