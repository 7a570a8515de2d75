import { expect, it, jest } from '@jest/globals';
import type { SeriesCard } from '@earmark/contracts/series';
import { screen } from '@testing-library/react';
import { show } from '../testing/show.tsx';
import { RecountStart } from './recount-start.tsx';
import type { RecountDraft } from './recounts.api.ts';

const podcast = (name: string): SeriesCard => ({ id: name, name }) as SeriesCard;

function open(isPending = false) {
  const onStart = jest.fn<(draft: RecountDraft) => void>();
  const podcasts = ['Harbour', 'Inland'].map(podcast);
  const shown = show(<RecountStart podcasts={podcasts} isPending={isPending} onStart={onStart} />);

  return { ...shown, onStart, start: () => shown.user.click(screen.getByRole('button', { name: /^Start/ })) };
}

it('counts all podcasts with the current patterns by default', async () => {
  const { onStart, start } = open();
  await start();
  expect(onStart.mock.calls).toEqual([[{ podcastUuids: null, asOf: null }]]);
});

it('requires a moment and a podcast', async () => {
  const { user, onStart, start } = open();
  await user.click(screen.getByRole('radio', { name: 'Patterns from an earlier moment' }));
  await user.click(screen.getByRole('radio', { name: 'Selected podcasts' }));
  await start();
  expect(screen.getByLabelText('Moment')).toHaveAccessibleDescription('Enter a moment.');
  expect(screen.getByRole('alert')).toHaveTextContent('Choose at least one podcast.');
  expect(onStart).not.toHaveBeenCalled();

  await user.type(screen.getByLabelText('Moment'), ' 2026-03-03T14:02Z ');
  await user.click(screen.getByLabelText('Inland'));
  expect(screen.getByRole('radio', { name: 'Selected podcasts (1)' })).toBeChecked();
  await start();
  expect(onStart.mock.calls).toEqual([[{ podcastUuids: ['Inland'], asOf: '2026-03-03T14:02Z' }]]);
});

it('cannot be started twice at once', async () => {
  const { onStart, start } = open(true);
  expect(screen.getByRole('button', { name: 'Starting…' })).toHaveAttribute('aria-disabled', 'true');
  await start();
  expect(onStart).not.toHaveBeenCalled();
});
