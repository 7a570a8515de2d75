import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { conflict, episodeWith, serveEpisode, showEditor, undo } from '../testing/episode.tsx';
import type { EpisodeServer } from '../testing/episode.tsx';
import { refusal } from '../testing/server.ts';
import type { Shown } from '../testing/show.tsx';
import { DescriptionEditor } from './description-editor.tsx';
import { draftKey } from './episode-drafts.ts';

// Typing in the editor needs a real browser, so these specs start from a stored draft.
const BASE = '<p>The start.</p>';
const MINE = '<p>The start.</p><p>Mine.</p>';
let server: EpisodeServer;

beforeEach(() => {
  server = serveEpisode('description', episodeWith({ description: BASE }), (_, { body }) => ({
    description: (body as { description: string }).description,
  }));
  const draft = { version: 'v1', base: BASE, html: MINE };
  localStorage.setItem(`${draftKey('description', server.page.episode.uuid)} ada`, JSON.stringify(draft));
});

const button = (name: string) => screen.getByRole('button', { name });
const message = (text: string) => screen.findAllByText(text);
const sent = (): unknown[] => server.saves.map(({ body }) => body);
const isUnsaved = (): boolean => screen.queryByText('Unsaved changes') !== null;

async function open(): Promise<Shown> {
  const shown = showEditor((page) => <DescriptionEditor page={page} />);
  await screen.findByRole('heading', { name: 'Description' });

  return shown;
}

describe('a draft of a description', () => {
  it('is restored, and saved with the version it is based on', async () => {
    const { user } = await open();
    expect(screen.getByText('Unsaved draft restored')).toBeVisible();
    expect(screen.getByText('Mine.')).toBeVisible();
    await user.click(button('Save Description'));
    await message('Episode description updated successfully!');
    expect(sent()).toEqual([{ description: MINE }]);
    expect(server.saves[0]?.headers.get('if-match')).toBe('"v1"');
    expect([isUnsaved(), screen.queryByText('Unsaved draft restored')]).toEqual([false, null]);
    expect(localStorage.getItem(`${draftKey('description', server.page.episode.uuid)} ada`)).toBeNull();
  });

  it('stays when a save fails, which shows the reason', async () => {
    const { user } = await open();
    server.answerNext(() => refusal(503, 'down', 'The database is away for a moment.'));
    await user.click(button('Save Description'));
    await message('Failed to update episode description. Please try again.');
    expect(screen.getByRole('alert')).toHaveTextContent('503: The database is away for a moment.');
    expect([isUnsaved(), screen.getByText('Mine.').isConnected]).toEqual([true, true]);
  });

  it('that is saved offline is sent when the device is back', async () => {
    const { user } = await open();
    const isOnline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    server.answerNext(() => Response.error());
    await user.click(button('Save Description'));
    await message('Offline. Saved on this device, will be sent when you are back');
    expect([isUnsaved(), screen.queryByRole('alert')]).toEqual([true, null]);
    isOnline.mockRestore();
    fireEvent(window, new Event('online'));
    await message('Episode description updated successfully!');
    expect(sent()).toEqual([{ description: MINE }, { description: MINE }]);
  });

  it('can be discarded and restored by Undo; the focus goes to the heading', async () => {
    const shown = await open();
    await shown.user.click(button('Discard changes'));
    expect(screen.queryByText('Mine.')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Description' })).toHaveFocus();
    await undo(shown, 'Changes discarded');
    await waitFor(() => expect(screen.getByText('Mine.')).toBeVisible());
    expect(isUnsaved()).toBe(true);
  });

  it('cannot be saved twice at once', async () => {
    const { user } = await open();
    const letGo = server.hold();
    await user.click(button('Save Description'));
    await user.click(await screen.findByRole('button', { name: 'Saving…' }));
    letGo();
    await message('Episode description updated successfully!');
    expect(sent()).toHaveLength(1);
  });
});

describe('a description that someone else changed meanwhile', () => {
  async function meet(): Promise<Shown> {
    const shown = await open();
    server.answerNext(() => {
      server.page = { ...server.page, description: '<p>The start of theirs.</p>', version: 'v9' };

      return conflict([{ base: BASE, mine: MINE, theirs: server.page.description }]);
    });
    await shown.user.click(button('Save Description'));
    await screen.findByRole('region', { name: 'Conflict' });

    return shown;
  }
  const side = (name: string) => within(screen.getByRole('region', { name }));

  it('is shown next to mine, each compared with the version before', async () => {
    await meet();
    expect(screen.getByRole('alert')).toHaveTextContent('Someone else changed the description');
    expect(side('Mine').getByRole('insertion')).toHaveTextContent('Mine.');
    expect(side('Theirs').getByRole('insertion')).toHaveTextContent('of theirs');
  });

  it('is replaced by mine', async () => {
    const { user } = await meet();
    await user.click(button('Keep mine'));
    await message('Episode description updated successfully!');
    expect(sent().at(-1)).toEqual({ description: MINE });
    expect(server.saves.at(-1)?.headers.get('if-match')).toBe('"v9"');
    expect([isUnsaved(), screen.queryByRole('region', { name: 'Conflict' })]).toEqual([false, null]);
  });

  it('can be accepted, which leaves nothing to save', async () => {
    const { user } = await meet();
    await user.click(button('Take theirs'));
    expect(screen.queryByRole('region', { name: 'Conflict' })).toBeNull();
    expect(screen.getByText('The start of theirs.')).toBeVisible();
    expect([isUnsaved(), sent().length]).toEqual([false, 1]);
  });
});
