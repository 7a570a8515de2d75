import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { serveReview } from '../testing/discovery.ts';
import { CANDIDATES, PAGE, Page, screenOf } from '../testing/review-page.tsx';
import { answers } from '../testing/server.ts';
import { show } from '../testing/show.tsx';

beforeEach(() => screenOf({ isWide: true }));

describe('model quality', () => {
  it('has a table and a chart with the same numbers', async () => {
    serveReview([]);
    answers('get', `${CANDIDATES}/quality`, () =>
      Response.json({
        rows: [
          {
            provider: 'offline',
            model: 'built-in finder 1',
            type: 'book',
            band: 'high',
            proposed: 12,
            approved: 6,
            corrected: 2,
            rejected: 2,
            pending: 2,
          },
          {
            provider: 'offline',
            model: 'built-in finder 1',
            type: 'person',
            band: 'low',
            proposed: 4,
            approved: 1,
            corrected: 0,
            rejected: 3,
            pending: 0,
          },
          {
            provider: 'openai',
            model: 'gpt-x',
            type: 'book',
            band: 'medium',
            proposed: 1,
            approved: 0,
            corrected: 0,
            rejected: 0,
            pending: 1,
          },
        ],
      }),
    );
    show(<Page />, `${PAGE}?tab=quality`);
    const table = await screen.findByRole('table', { name: 'Proposals by model, category and confidence' });
    const cells = within(table)
      .getAllByRole('row')
      .map((one) => [...one.children].map(({ textContent }) => textContent));
    expect(cells[1]).toEqual(['Built-in finder 1', 'Books', 'High', '12', '6', '2', '2', '2', '60 %']);
    expect(cells[3]).toEqual(['Built-in finder 1, all', '16', '7', '2', '5', '2', '50 %']);
    expect(cells[5]).toEqual(['gpt-x, all', '1', '0', '0', '0', '1', '–']);
    const chart = screen.getByRole('figure', { name: 'What became of the proposals of Built-in finder 1' });
    expect(within(chart).getByText('50 % right of 14 decided, 2 pending')).toBeVisible();
    expect(within(chart).getAllByText(/^6 approved, 2 corrected, 2 rejected, 2 pending/)).toHaveLength(2);
  });
});
