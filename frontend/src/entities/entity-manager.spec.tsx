import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { conflict, episodeWith, placesOf, showEditor, undo } from '../testing/episode.tsx';
import { refusal } from '../testing/server.ts';
import type { Shown } from '../testing/show.tsx';
import { EntityManager } from './entity-manager.tsx';
import {
  add,
  button,
  form,
  isListed,
  message,
  open,
  rename,
  Sent,
  sent,
  server,
  serveEntities,
} from './entity-manager.fixture.tsx';

beforeEach(() => serveEntities());

describe('a save', () => {
  it('sends the whole list with the version it is based on', async () => {
    const shown = await open();
    await add(shown, 'Sark');
    await shown.user.click(screen.getByLabelText('Learn from my additions'));
    await shown.user.click(button('Save Entities'));
    await message('Entities saved successfully!');
    expect(sent(server)).toEqual([['Guernsey', 'Mallow', 'Sark']]);
    expect(server.saves[0]?.headers.get('if-match')).toBe('"v1"');
    expect(Sent.parse(server.saves[0]?.body)).toMatchObject({
      learnFromManualAdditions: false,
      // What was not shown is left alone.
      loaded: ['entity-Guernsey', 'entity-Mallow'],
    });
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  it('says why it failed, and keeps the draft', async () => {
    const shown = await open();
    await add(shown, 'Sark');
    server.answerNext(() => refusal(503, 'down', 'The database is away for a moment.'));
    await shown.user.click(button('Save Entities'));
    await message('Failed to save entities');
    await message('503: The database is away for a moment.');
    expect(isListed('Sark')).toBe(true);
    await shown.user.click(button('Save Entities'));
    await message('Entities saved successfully!');
    expect(sent(server)).toHaveLength(2);
  });

  it('keeps entities that are added while it is in progress', async () => {
    const shown = await open();
    const letGo = server.hold();
    await add(shown, 'Sark');
    await shown.user.click(button('Save Entities'));
    expect(await screen.findByRole('button', { name: 'Saving…' })).toHaveAttribute('aria-disabled', 'true');
    await add(shown, 'Herm');
    letGo();
    await message('Entities saved successfully!');
    expect(screen.getByText('Unsaved changes')).toBeVisible();
    await shown.user.click(button('Save Entities'));
    await waitFor(() =>
      expect(sent(server)).toEqual([
        ['Guernsey', 'Mallow', 'Sark'],
        ['Guernsey', 'Mallow', 'Sark', 'Herm'],
      ]),
    );
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  });
});

describe('a draft', () => {
  it('is restored for the same account when the editor is opened again, until it is discarded', async () => {
    const first = await open();
    await add(first, 'Sark');
    first.unmount();
    const others = showEditor((page) => <EntityManager page={page} />, 'grace');
    await screen.findByRole('heading', { name: 'Current Entities (2)' });
    others.unmount();
    const again = await open();
    expect(screen.getByText('Unsaved draft restored')).toBeVisible();
    expect(isListed('Sark')).toBe(true);
    await again.user.click(button('Discard'));
    await waitFor(() => expect(isListed('Sark')).toBe(false));
    await undo(again, 'Changes discarded');
    await waitFor(() => expect(isListed('Sark')).toBe(true));
  });

  it('is not restored over newer changes by the undo of a discard', async () => {
    const shown = await open();
    await add(shown, 'Sark');
    await shown.user.click(button('Discard changes'));
    await message('Changes discarded');
    await add(shown, 'Herm');
    expect([isListed('Sark'), isListed('Herm')]).toEqual([false, true]);
  });
});

describe('an entity that someone else changed too', () => {
  const theirs = (): Response => {
    server.page = { ...server.page, entityMentions: placesOf(['Guernsey B', 'Mallow']), version: 'v9' };
    const side = (name: string) => ({ name, type: 'location', url: null });

    return conflict([
      { entityId: 'entity-Guernsey', base: side('Guernsey'), mine: side('Guernsey A'), theirs: side('Guernsey B') },
    ]);
  };
  async function meet(): Promise<Shown> {
    const shown = await open();
    await rename(shown, 'Guernsey', 'Guernsey A');
    server.answerNext(theirs);
    await shown.user.click(button('Save Entities'));
    await screen.findByRole('region', { name: 'Conflicts' });

    return shown;
  }
  const panel = () => within(screen.getByRole('region', { name: 'Conflicts' }));

  it('is shown next to mine, each compared with the version before', async () => {
    await meet();
    expect(panel().getByRole('alert')).toHaveTextContent('Someone else changed the same entities');
    expect(
      panel()
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['Guernsey location', 'Guernsey added:  A location', 'Guernsey added:  B location']);
  });

  it('is replaced by mine on top of the current page', async () => {
    const { user } = await meet();
    await user.click(panel().getByRole('radio', { name: 'Keep mine' }));
    await user.click(panel().getByRole('button', { name: 'Save again' }));
    await message('Entities saved successfully!');
    expect(sent(server).at(-1)).toEqual(['Guernsey A', 'Mallow']);
    expect(server.saves.at(-1)?.headers.get('if-match')).toBe('"v9"');
    expect(screen.queryByRole('region', { name: 'Conflicts' })).toBeNull();
  });

  it('can be accepted, which leaves nothing to save', async () => {
    const { user } = await meet();
    await user.click(panel().getByRole('radio', { name: 'Take theirs' }));
    await user.click(panel().getByRole('button', { name: 'Save again' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Conflicts' })).toBeNull());
    expect(isListed('Guernsey B')).toBe(true);
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  it('can be edited before saving again', async () => {
    const shown = await meet();
    await shown.user.click(panel().getByRole('button', { name: 'Edit my version of Guernsey B' }));
    await screen.findByRole('form', { name: 'Edit Guernsey A' });
    await shown.user.type(form().getByLabelText('Name'), ' and B');
    await shown.user.click(button('Update Entity'));
    await waitFor(() => expect(panel().getAllByRole('definition')[1]).toHaveTextContent('A and B'));
    await shown.user.click(panel().getByRole('button', { name: 'Save again' }));
    await message('Entities saved successfully!');
    expect(sent(server).at(-1)).toContain('Guernsey A and B');
  });
});

it('cannot be managed in an episode without a transcript', async () => {
  server.page = episodeWith({ episode: { ...server.page.episode, transcriptSource: null } });
  showEditor((page) => <EntityManager page={page} />);
  expect(await screen.findByRole('region', { name: 'No transcript yet' })).toHaveTextContent(
    'You can manage them once this episode has one.',
  );
  expect(screen.queryByRole('form')).toBeNull();
});

it('can be managed once a transcript was emptied', async () => {
  server.page = episodeWith({ transcript: [], entityMentions: [] });
  showEditor((page) => <EntityManager page={page} />);
  expect(await screen.findByRole('heading', { name: 'Current Entities (0)' })).toBeVisible();
  expect(form().getByLabelText('Name')).toBeVisible();
});
