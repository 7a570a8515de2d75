import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { conflict } from '../../testing/episode.tsx';
import type { Shown } from '../../testing/show.tsx';
import {
  button,
  field,
  message,
  open,
  openRow,
  rewrite,
  saveButton,
  saveElsewhere,
  sent,
  server,
  serveTranscript,
  shownTexts,
  TEXTS,
} from './transcript-editor.fixture.tsx';

beforeEach(() => serveTranscript());

describe('two people at once', () => {
  it('see what the other saves, and whose it is, without losing their own', async () => {
    const shown = await open();
    await rewrite(shown, 0, 'Ada was here.');
    saveElsewhere(server, 1, 'Grace was here.');
    await shown.user.click(button('News'));
    expect(await screen.findByText(/changed 1 segment\./)).toHaveTextContent('Grace changed 1 segment.');
    expect(shownTexts()).toEqual(['Ada was here.', 'Grace was here.', TEXTS[2]]);
    await shown.user.click(saveButton());
    await message('Transcript saved successfully!');
    expect(sent(server)).toEqual([['Ada was here.', 'Grace was here.', TEXTS[2]]]);
  });

  it('do not take from each other what is being typed', async () => {
    const shown = await open();
    await openRow(shown, 0);
    await shown.user.clear(field());
    await shown.user.type(field(), 'Half a ');
    saveElsewhere(server, 1, 'Grace, elsewhere.');
    await shown.user.click(button('News'));
    await screen.findByText(/changed 1 segment\./);
    expect(field()).toHaveValue('Half a ');
    await shown.user.type(field(), '{Escape}');
    expect(shownTexts()).toEqual([TEXTS[0], 'Grace, elsewhere.', TEXTS[2]]);
    expect(saveButton()).toBeDisabled();
  });
});

describe('a segment that both have changed', () => {
  const panel = () => within(screen.getByRole('region', { name: /changed on both sides/ }));
  async function meet(): Promise<Shown> {
    const shown = await open();
    await rewrite(shown, 0, 'Ada says so.');
    saveElsewhere(server, 0, 'Grace says so.');
    await shown.user.click(button('News'));
    await screen.findByRole('region', { name: /changed on both sides/ });

    return shown;
  }

  it('is shown in both versions, and is not saved before one is chosen', async () => {
    const { user } = await meet();
    expect(panel().getByRole('alert')).toHaveTextContent('One segment was changed on both sides.');
    expect(
      panel()
        .getAllByRole('insertion')
        .map(({ textContent }) => textContent),
    ).toEqual(['Ada', 'Grace']);
    expect(panel().getByText(/changed by grace/)).toBeVisible();
    await user.click(saveButton());
    await message('Choose first what stands where both sides made changes.');
    expect(sent(server)).toEqual([]);
    expect(screen.getByRole('region', { name: /changed on both sides/ })).toHaveFocus();
  });

  it('is saved as I have it', async () => {
    const { user } = await meet();
    await user.click(panel().getByRole('button', { name: 'Keep mine' }));
    expect(screen.queryByRole('region', { name: /changed on both sides/ })).toBeNull();
    await user.click(saveButton());
    await message('Transcript saved successfully!');
    expect(sent(server)).toEqual([TEXTS.with(0, 'Ada says so.')]);
  });

  it('is taken as they have it, and nothing is left to be saved', async () => {
    const { user } = await meet();
    await user.click(panel().getByRole('button', { name: 'Take theirs' }));
    expect(screen.queryByRole('region', { name: /changed on both sides/ })).toBeNull();
    expect(shownTexts()[0]).toBe('Grace says so.');
    expect(saveButton()).toBeDisabled();
  });

  it('is taken as they have it while it is being typed, and later news goes on', async () => {
    const shown = await open();
    await openRow(shown, 0);
    await shown.user.clear(field());
    await shown.user.type(field(), 'Ada, just now.');
    saveElsewhere(server, 0, 'Grace, once more.');
    await shown.user.click(button('News'));
    await shown.user.click(await screen.findByRole('button', { name: 'Take theirs' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Text' })).toBeNull());
    saveElsewhere(server, 2, 'Grace goes on.');
    await shown.user.click(button('News'));
    await waitFor(() => expect(shownTexts()).toEqual(['Grace, once more.', TEXTS[1], 'Grace goes on.']));
    expect(saveButton()).toBeDisabled();
  });

  it('is given a text of both', async () => {
    const { user } = await meet();
    await user.click(panel().getByRole('button', { name: 'Edit' }));
    const own = panel().getByRole('textbox', { name: 'Text' });
    expect(own).toHaveFocus();
    await user.clear(own);
    expect(panel().getByRole('button', { name: 'Use this text' })).toBeDisabled();
    await user.type(own, 'Both say so.');
    await user.click(panel().getByRole('button', { name: 'Use this text' }));
    expect(shownTexts()[0]).toBe('Both say so.');
  });

  it('is known from the refusal where the news has not come', async () => {
    const shown = await open();
    const [base] = server.page.transcript;
    await rewrite(shown, 0, 'Ada, without news.');
    server.answerNext(() => {
      saveElsewhere(server, 0, 'Grace, with haste.');

      return conflict([{ segmentId: base?.id, base, mine: null, theirs: server.page.transcript[0] }]);
    });
    await shown.user.click(saveButton());
    await message('Failed to save transcript');
    expect(await screen.findByRole('region', { name: /changed on both sides/ })).toHaveTextContent(
      'Grace, with haste.',
    );
    await shown.user.click(panel().getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(saveButton()).toBeEnabled());
    await shown.user.click(saveButton());
    await message('Transcript saved successfully!');
    expect(sent(server).at(-1)?.[0]).toBe('Ada, without news.');
  });
});
