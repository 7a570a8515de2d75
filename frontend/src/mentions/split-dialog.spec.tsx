import { expect, it } from '@jest/globals';
import type { SplitRequest } from '@earmark/contracts/mentions';
import { screen, waitFor, within } from '@testing-library/react';
import { answers, refusal } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { SplitDialog } from './split-dialog.tsx';
import { SplitNames } from './split-names.tsx';

const MERCURY = {
  id: 'mercury-id',
  name: 'Mercury',
  type: 'company',
  url: null,
  iconName: 'Building',
  colorClass: '',
  wholeWord: true,
  slug: 'mercury',
  merged: [],
};
const PODCASTS = [
  { uuid: 'night-id', name: 'Night Shift', slug: 'NightShift', count: 3, episodes: 2 },
  { uuid: 'stars-id', name: 'Stargazing', slug: 'Stargazing', count: 2, episodes: 1 },
];
const CATEGORIES = [
  { id: 'location-id', name: 'location', displayName: 'Location' },
  { id: 'company-id', name: 'company', displayName: 'Company' },
];
const passage = (segmentId: string, podcastSlug: string, text: string) => ({
  episodeUuid: 'episode-id',
  episodeTitle: 'Part one',
  episodeSlug: 'part-one',
  podcastName: podcastSlug,
  podcastSlug,
  audioUrl: null,
  imageUrl: null,
  publishedAt: null,
  segmentId,
  startMs: 0,
  endMs: 1000,
  timeFormatted: '00:00:00',
  speaker: 'Ann',
  text,
  marks: [0, 7],
});
const VIEW = {
  from: { name: 'Mercury', before: { mentions: 5, episodes: 3 }, after: { mentions: 2, episodes: 2 } },
  into: { name: 'Planet', before: { mentions: 0, episodes: 0 }, after: { mentions: 3, episodes: 2 } },
  existing: null,
};
const SPLIT = '/api/admin/entities/mercury-id/split';
const bodyOf = ({ body }: { body: unknown }) => body as SplitRequest;

function open() {
  let closed = 0;
  answers('get', '/api/entities/mercury/mentions', {
    mentions: [passage('one', 'NightShift', 'Mercury, the planet?'), passage('two', 'Stargazing', 'Mercury is small.')],
    next: null,
  });
  const page = { entity: MERCURY, podcasts: PODCASTS };
  const shown = show(<SplitDialog page={page} categories={CATEGORIES} onClose={() => (closed += 1)} />);

  return { ...shown, closed: () => closed };
}

it('splits by keyboard: a podcast and a passage, after showing the numbers of both', async () => {
  const calls = answers('post', SPLIT, (call: { body: unknown }) =>
    Response.json(
      bodyOf(call).dryRun === true ? VIEW : { message: 'Split off.', slug: 'planet', eventId: 'e', splitId: 's' },
    ),
  );
  const { user, closed } = open();
  const form = await screen.findByRole('form', { name: 'Split' });
  expect(form).toHaveTextContent('Choose a podcast or passages, and a name, to see what changes.');
  await user.click(screen.getByRole('checkbox', { name: 'Stargazing: 2 mentions in 1 episode' }));
  screen.getByRole('button', { name: 'Choose passages…' }).focus();
  await user.keyboard('{Enter}');
  const list = await screen.findByRole('list', { name: 'Passages' });
  // What is in a chosen podcast goes with it.
  expect(within(list).getAllByRole('checkbox')).toHaveLength(1);
  within(list).getByRole('checkbox').focus();
  await user.keyboard(' ');
  expect(screen.getByRole('combobox', { name: 'Category' })).toHaveValue('company-id');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Location');
  await user.click(screen.getByRole('textbox', { name: 'Name of the other entity' }));
  await user.keyboard('Planet');
  const numbers = await screen.findByRole('region', { name: 'What changes' });
  await waitFor(() => expect(numbers).toHaveTextContent('Mercury5 → 2 mentions, 3 → 2 episodes'));
  expect(numbers).toHaveTextContent('Planet0 → 3 mentions, 0 → 2 episodes (new)');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(closed()).toBe(1));
  const split = {
    name: 'Planet',
    entityTypeId: 'location-id',
    podcastUuids: ['stars-id'],
    segments: [{ episodeUuid: 'episode-id', segmentId: 'one' }],
  };
  expect(calls.map(bodyOf).filter(({ dryRun }) => !dryRun)).toEqual([{ ...split, reason: null }]);
  expect(calls.map(bodyOf)).toContainEqual({ ...split, dryRun: true });
});

it('records nothing without a choice, and says why a split is refused', async () => {
  const calls = answers('post', SPLIT, () => refusal(409, 'entity-split', 'Undo that split first.'));
  const { user, closed } = open();
  await user.click(await screen.findByRole('textbox', { name: 'Name of the other entity' }));
  await user.keyboard('Planet{Enter}');
  expect(calls).toHaveLength(0);
  await user.click(screen.getByRole('checkbox', { name: 'Night Shift: 3 mentions in 2 episodes' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('409: Undo that split first.');
  expect(closed()).toBe(0);
});

it('lists splits on both pages, and lets admins undo them', async () => {
  const undone = answers('post', '/api/admin/splits/split-id/undo', {
    message: 'All of it counts for "Mercury" again.',
    slug: 'mercury',
    eventId: null,
    splitId: 'split-id',
  });
  const splits = [
    {
      id: 'split-id',
      from: { id: 'mercury-id', name: 'Mercury', slug: 'mercury' },
      into: { id: 'planet-id', name: 'Planet', slug: 'planet' },
      podcasts: ['Stargazing'],
      segments: 2,
      splitAt: '2026-03-04T05:06:07.000Z',
    },
  ];
  const planet = { ...MERCURY, id: 'planet-id', name: 'Planet', slug: 'planet' };
  const { user } = show(
    <>
      <SplitNames page={{ entity: MERCURY, splits }} mayUndo />
      <SplitNames page={{ entity: planet, splits }} mayUndo={false} />
    </>,
  );
  const [first, second] = screen.getAllByRole('list', { name: 'Split entities' });
  expect(first).toHaveTextContent(
    'What is in Stargazing and in 2 chosen passages counts for Planet (split on 4 Mar 2026, undo)',
  );
  expect(second).toHaveTextContent(
    'What is in Stargazing and in 2 chosen passages was split off Mercury (split on 4 Mar 2026)',
  );
  await user.click(screen.getByRole('button', { name: 'Undo the split of Planet' }));
  await waitFor(() => expect(undone).toHaveLength(1));
});
