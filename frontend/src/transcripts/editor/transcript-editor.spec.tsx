import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { segmentsOf, undo } from '../../testing/episode.tsx';
import { refusal } from '../../testing/server.ts';
import {
  button,
  field,
  message,
  open,
  openRow,
  rewrite,
  rows,
  saveButton,
  sent,
  server,
  serveTranscript,
  shownTexts,
  TEXTS,
} from './transcript-editor.fixture.tsx';

beforeEach(() => serveTranscript());

describe('a segment', () => {
  it('is corrected, taken over with Enter, and saved with the version that it began on', async () => {
    const shown = await open();
    expect(saveButton()).toBeDisabled();
    await rewrite(shown, 1, 'It is on time.');
    expect(shownTexts()[1]).toBe('It is on time.');
    expect(within(rows()[1]!).getByRole('button', { name: /^Edit segment/ })).toHaveFocus();
    await shown.user.click(saveButton());
    await message('Transcript saved successfully!');
    expect(sent(server)).toEqual([TEXTS.with(1, 'It is on time.')]);
    expect(server.saves[0]?.headers.get('if-match')).toBe('"v1"');
    await waitFor(() => expect(saveButton()).toBeDisabled());
  });

  it('stays as it was when it is left with Escape', async () => {
    const shown = await open();
    await openRow(shown, 0);
    await shown.user.type(field(), ' Or not.{Escape}');
    expect(shownTexts()).toEqual(TEXTS);
    expect(saveButton()).toBeDisabled();
  });

  it('has a time, and any format but HH:MM:SS and MM:SS is 0', async () => {
    const shown = await open();
    const time = () => screen.getByRole('textbox', { name: 'Time' });
    const warning = () => screen.queryByText('Not HH:MM:SS or MM:SS: this will be 00:00:00.');
    const give = async (text: string) => {
      await shown.user.clear(time());
      await shown.user.type(time(), text);
    };
    await openRow(shown, 1);
    await give('soon');
    expect(warning()).toBeVisible();
    await give('00:26');
    expect(warning()).toBeNull();
    await shown.user.keyboard('{Enter}');
    expect(within(rows()[1]!).getByText('00:00:26')).toBeVisible();
    await openRow(shown, 1);
    await shown.user.clear(time());
    expect(warning()).toBeVisible();
    await shown.user.keyboard('{Enter}');
    expect(within(rows()[1]!).getByText('00:00:00')).toBeVisible();
    await shown.user.click(saveButton());
    await message('Transcript saved successfully!');
    expect(server.saves[0]?.body).toMatchObject({ segments: [{}, { startTime: 0 }, {}] });
  });

  it('cannot be without text', async () => {
    const shown = await open();
    await openRow(shown, 0);
    await shown.user.clear(field());
    await shown.user.type(field(), ' {Enter}');
    expect(screen.getByText('Write some text, or delete the segment.')).toBeVisible();
    expect(field()).toHaveFocus();
    await openRow(shown, 2);
    expect(field()).toHaveValue(' ');
    await shown.user.click(saveButton());
    expect(sent(server)).toEqual([]);
    await shown.user.keyboard('{Escape}');
    expect(saveButton()).toBeDisabled();
  });

  it('is deleted, and comes back', async () => {
    const shown = await open();
    await shown.user.click(within(rows()[1]!).getByRole('button', { name: /^Delete segment/ }));
    expect(shownTexts()).toEqual(TEXTS.toSpliced(1, 1));
    expect(saveButton()).toBeEnabled();
    await undo(shown, 'Segment deleted');
    await waitFor(() => expect(shownTexts()).toEqual(TEXTS));
    expect(saveButton()).toBeDisabled();
  });

  it('that was just added goes when it is cancelled', async () => {
    const shown = await open();
    await shown.user.click(button('Add segment'));
    expect(field()).toHaveValue('New segment text...');
    expect(screen.getByRole('combobox', { name: 'Speaker' })).toHaveValue('Unknown');
    await shown.user.keyboard('{Escape}');
    expect(shownTexts()).toEqual(TEXTS);
    expect(within(rows()[2]!).getByRole('button', { name: /^Edit segment/ })).toHaveFocus();
    expect(saveButton()).toBeDisabled();
  });

  it('is split at the caret, and merged again', async () => {
    const shown = await open();
    await openRow(shown, 0);
    (field() as HTMLTextAreaElement).setSelectionRange(9, 9);
    await shown.user.keyboard('{Shift>}{Enter}{/Shift}');
    expect(shownTexts()[0]).toBe('The ferry');
    expect(field()).toHaveValue('leaves at noon.');
    await shown.user.keyboard('{Enter}');
    await openRow(shown, 0);
    await shown.user.click(button('Merge with next'));
    await message('Segments merged');
    expect(field()).toHaveValue(TEXTS[0]);
  });
});

describe('a save', () => {
  it('that fails says why, and keeps the changes', async () => {
    const shown = await open();
    await rewrite(shown, 0, 'Not saved at first.');
    server.answerNext(() => refusal(503, 'down', 'The database is away for a moment.'));
    await shown.user.click(saveButton());
    await message('Failed to save transcript');
    await message('503: The database is away for a moment.');
    expect(shownTexts()[0]).toBe('Not saved at first.');
    await waitFor(() => expect(saveButton()).toBeEnabled());
    await shown.user.click(saveButton());
    await message('Transcript saved successfully!');
    expect(sent(server)).toHaveLength(2);
  });

  it('cannot be asked for twice while it goes on', async () => {
    const shown = await open();
    const letGo = server.hold();
    await rewrite(shown, 0, 'Slowly.');
    await shown.user.click(saveButton());
    expect(await screen.findByRole('button', { name: 'Saving…' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull();
    letGo();
    await message('Transcript saved successfully!');
    expect(sent(server)).toHaveLength(1);
  });

  it('continues from what it has just saved, even before the page is read again', async () => {
    const shown = await open();
    const { episode } = server.page;
    const saved = { success: true, changes: 1, version: 'v2', position: null, correlationId: episode.uuid };
    server.answerNext(() => Response.json(saved));
    await rewrite(shown, 0, 'Saved once.');
    await shown.user.click(saveButton());
    await waitFor(() => expect(saveButton()).toBeDisabled());
    await rewrite(shown, 0, 'Saved twice.');
    await shown.user.click(saveButton());
    await waitFor(() => expect(sent(server)).toEqual([TEXTS.with(0, 'Saved once.'), TEXTS.with(0, 'Saved twice.')]));
    expect(server.saves[1]?.headers.get('if-match')).toBe('"v2"');
    expect(shownTexts()[0]).toBe('Saved twice.');
  });

  it('that went together with changes of others is not over before the page shows them', async () => {
    const shown = await open();
    await rewrite(shown, 0, 'Ada was here.');
    server.answerNext(() =>
      Response.json({
        success: true,
        changes: 1,
        version: null,
        position: '7',
        correlationId: server.page.episode.uuid,
      }),
    );
    await shown.user.click(saveButton());
    await message('Transcript saved successfully!');
    await rewrite(shown, 2, 'Ada goes on.');
    expect(button('Saving…')).toBeDisabled();
    const transcript = segmentsOf(['Ada was here.', 'Grace was here.', TEXTS[2]!]);
    server.page = { ...server.page, transcript, version: 'v9', position: '7' };
    await waitFor(() => expect(saveButton()).toBeEnabled(), { timeout: 3000 });
    expect(shownTexts()).toEqual(['Ada was here.', 'Grace was here.', 'Ada goes on.']);
    await shown.user.click(saveButton());
    await waitFor(() => expect(server.saves.at(-1)?.headers.get('if-match')).toBe('"v9"'));
  });
});

describe('what is not saved', () => {
  it('is there again the next time, also what was being typed, until it is discarded', async () => {
    const first = await open();
    await rewrite(first, 0, 'A draft.');
    await openRow(first, 1);
    await first.user.clear(field());
    await first.user.type(field(), 'Half a thou');
    first.unmount();
    const again = await open();
    expect(screen.getByText('Unsaved draft restored')).toBeVisible();
    expect(shownTexts().slice(0, 2)).toEqual(['A draft.', 'Half a thou']);
    await again.user.click(button('Discard'));
    await message('Changes discarded');
    expect(shownTexts()).toEqual(TEXTS);
    again.unmount();
    await open();
    expect(screen.queryByText('Unsaved draft restored')).toBeNull();
  });
});
