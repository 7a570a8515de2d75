import { beforeEach, describe, expect, it } from '@jest/globals';
import { useQueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { NO_AUDIO } from '../../audio/use-episode-audio.ts';
import { conflict, episodeWith, segmentsOf, serveEpisode, showEditor, undo } from '../../testing/episode.tsx';
import type { EpisodeServer } from '../../testing/episode.tsx';
import { refusal } from '../../testing/server.ts';
import type { Shown } from '../../testing/show.tsx';
import { TranscriptEditor } from './transcript-editor.tsx';

const TEXTS = ['The ferry leaves at noon.', 'It is late again.', 'Nobody minds the wait.'];
let server: EpisodeServer;

beforeEach(() => {
  server = serveEpisode('transcript', episodeWith({ transcript: segmentsOf(TEXTS) }), (_, { body }) => ({
    transcript: segmentsOf(textsOf(body)),
  }));
});

const textsOf = (body: unknown): string[] => {
  const { segments } = body as { segments: { text: string }[] };

  return segments.map(({ text }) => text);
};
const sent = (): string[][] => server.saves.map(({ body }) => textsOf(body));
const rows = () => within(screen.getByRole('list', { name: 'Segments to edit' })).getAllByRole('listitem');
const shownTexts = (): string[] => rows().map((row) => row.querySelector('.edit-text')?.firstChild?.textContent ?? '');
const field = () => screen.getByRole('textbox', { name: 'Text' });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const saveButton = () => button(/^(Save Transcript|Saving…)$/);
const message = (text: string | RegExp) => screen.findAllByText(text);

async function open(): Promise<Shown> {
  const shown = showEditor((page) => (
    <>
      <TranscriptEditor
        page={page}
        lastEditor="grace"
        playback={NO_AUDIO}
        hasAudio={false}
        onTyping={() => undefined}
      />
      <News />
    </>
  ));
  await screen.findByRole('list', { name: 'Segments to edit' });

  return shown;
}
/** Stands for the live feed: the page is read again. */
function News() {
  const client = useQueryClient();

  return (
    <button type="button" onClick={() => void client.invalidateQueries()}>
      News
    </button>
  );
}
async function openRow({ user }: Shown, at: number): Promise<void> {
  await user.click(within(rows()[at]!).getByRole('button', { name: /^Edit segment/ }));
}
async function rewrite(shown: Shown, at: number, text: string): Promise<void> {
  await openRow(shown, at);
  await shown.user.clear(field());
  await shown.user.type(field(), `${text}{Enter}`);
}
/** What somebody else saves meanwhile; the page hears of it by `News` only. */
function saveElsewhere(at: number, text: string): void {
  const transcript = server.page.transcript.map((row, index) => (index === at ? { ...row, text } : row));
  server.page = { ...server.page, transcript, version: `${server.page.version} by grace` };
}

describe('a segment', () => {
  it('is corrected, taken over with Enter, and saved with the version that it began on', async () => {
    const shown = await open();
    expect(saveButton()).toBeDisabled();
    await rewrite(shown, 1, 'It is on time.');
    expect(shownTexts()[1]).toBe('It is on time.');
    expect(within(rows()[1]!).getByRole('button', { name: /^Edit segment/ })).toHaveFocus();
    await shown.user.click(saveButton());
    await message('Transcript saved successfully!');
    expect(sent()).toEqual([TEXTS.with(1, 'It is on time.')]);
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

  it('cannot be without text', async () => {
    const shown = await open();
    await openRow(shown, 0);
    await shown.user.clear(field());
    await shown.user.type(field(), ' {Enter}');
    expect(screen.getByText('Write some text, or delete the segment.')).toBeVisible();
    expect(field()).toHaveFocus();
    await shown.user.click(saveButton());
    expect(sent()).toEqual([]);
    await shown.user.keyboard('{Escape}');
    expect(saveButton()).toBeDisabled();
  });

  it('is deleted, and comes back', async () => {
    const shown = await open();
    await shown.user.click(within(rows()[1]!).getByRole('button', { name: /^Delete segment/ }));
    expect(shownTexts()).toEqual(TEXTS.toSpliced(1, 1));
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
    expect(sent()).toHaveLength(2);
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
    expect(sent()).toHaveLength(1);
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

describe('two people at once', () => {
  it('see what the other saves, and whose it is, without losing their own', async () => {
    const shown = await open();
    await rewrite(shown, 0, 'Ada was here.');
    saveElsewhere(1, 'Grace was here.');
    await shown.user.click(button('News'));
    expect(await screen.findByText(/changed 1 segment\./)).toHaveTextContent('Grace changed 1 segment.');
    expect(shownTexts()).toEqual(['Ada was here.', 'Grace was here.', TEXTS[2]]);
    await shown.user.click(saveButton());
    await message('Transcript saved successfully!');
    expect(sent()).toEqual([['Ada was here.', 'Grace was here.', TEXTS[2]]]);
  });

  it('do not take from each other what is being typed', async () => {
    const shown = await open();
    await openRow(shown, 0);
    await shown.user.clear(field());
    await shown.user.type(field(), 'Half a ');
    saveElsewhere(1, 'Grace, elsewhere.');
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
    saveElsewhere(0, 'Grace says so.');
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
    expect(sent()).toEqual([]);
    expect(screen.getByRole('region', { name: /changed on both sides/ })).toHaveFocus();
  });

  it('is saved as I have it', async () => {
    const { user } = await meet();
    await user.click(panel().getByRole('button', { name: 'Keep mine' }));
    expect(screen.queryByRole('region', { name: /changed on both sides/ })).toBeNull();
    await user.click(saveButton());
    await message('Transcript saved successfully!');
    expect(sent()).toEqual([TEXTS.with(0, 'Ada says so.')]);
  });

  it('is taken as they have it, and nothing is left to be saved', async () => {
    const { user } = await meet();
    await user.click(panel().getByRole('button', { name: 'Take theirs' }));
    expect(screen.queryByRole('region', { name: /changed on both sides/ })).toBeNull();
    expect(shownTexts()[0]).toBe('Grace says so.');
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
      saveElsewhere(0, 'Grace, with haste.');

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
    expect(sent().at(-1)?.[0]).toBe('Ada, without news.');
  });
});
