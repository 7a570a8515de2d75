import { expect, it } from '@jest/globals';
import type { LedgerPage, WhyView } from '@earmark/contracts/entities';
import { NO_CONTEXT } from '@earmark/contracts/vocabulary';
import { screen, within } from '@testing-library/react';
import { answers, refusal } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import type { Shown } from '../testing/show.tsx';
import { EVERYWHERE } from './why.api.ts';
import { WhyPanel } from './why-panel.tsx';

async function open(): Promise<Shown> {
  const shown = show(
    <WhyPanel number={{ entity: { id: 'lagos', name: 'Lagos' }, scope: EVERYWHERE }}>
      <button type="button">24 mentions</button>
    </WhyPanel>,
  );
  await shown.user.click(screen.getByRole('button', { name: '24 mentions' }));
  await screen.findByRole('dialog', { name: 'Mentions of Lagos in all episodes' });

  return shown;
}

it('says what it did not examine', async () => {
  answers('get', '/api/entities/lagos/why', {
    ...WHY,
    untold: 5,
    removed: { mentions: 200, episodes: 200 },
    notCountedIn: { episodes: 200, of: 1234 },
  });
  answers('get', '/api/entities/lagos/ledger', LEDGER);
  await open();
  expect(await screen.findByText('Mentions that were not examined individually')).toBeVisible();
  const remarks = within(screen.getByRole('list', { name: 'Remarks' })).getAllByRole('listitem');
  expect(remarks.map(({ textContent }) => textContent)).toEqual([
    '200 mentions are not counted: removed by hand in 200 episodes.',
    'People decided against it in 1,234 episodes; this breakdown includes only 200 of them.',
  ]);
});

it('says when it cannot be read, and reads again', async () => {
  let isDown = true;
  const unlessDown = (answer: object) => () =>
    isDown ? refusal(503, 'down', 'The database is away for a moment.') : Response.json(answer);
  answers('get', '/api/entities/lagos/why', unlessDown(WHY));
  answers('get', '/api/entities/lagos/ledger', unlessDown(LEDGER));
  const { user } = await open();
  expect(await screen.findByText('Could not load the breakdown')).toBeVisible();
  expect(screen.getAllByText('503: The database is away for a moment.')).not.toEqual([]);
  isDown = false;
  await user.click(screen.getAllByRole('button', { name: 'Try again' })[0]!);
  expect(await screen.findByRole('table')).toHaveTextContent('Total24');
});

const WHY: WhyView = {
  episodeUuid: null,
  podcastUuid: null,
  entity: { id: 'lagos', name: 'Lagos', slug: 'lagos' },
  total: 24,
  patterns: [
    {
      patternId: 'p',
      name: 'Lagos',
      caseSensitive: false,
      wholeWord: true,
      ...NO_CONTEXT,
      ofEntity: null,
      mentions: 24,
      counted: 24,
    },
  ],
  byHand: { mentions: 0, counted: 0, names: [] },
  untold: 0,
  moved: { mentions: 0, names: [] },
  removed: { mentions: 0, episodes: 0 },
  notCountedIn: { episodes: 0, of: 0 },
  pin: null,
  vocabularyBehind: { episodes: 0, of: 3 },
};
const LEDGER: LedgerPage = { entries: [], next: null };
