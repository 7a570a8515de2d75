import type { EpisodePage } from '@earmark/contracts/episodes';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { NO_AUDIO } from '../../audio/use-episode-audio.ts';
import { conflict, episodeWith, segmentsOf, serveEpisode, showEditor } from '../../testing/episode.tsx';
import { undo } from '../../testing/episode.tsx';
import type { EpisodeServer } from '../../testing/episode.tsx';
import type { Shown } from '../../testing/show.tsx';
import { Transcript } from '../transcript.tsx';
import { KeptCorrections } from './kept-corrections.tsx';
import { useCorrecting } from './use-correcting.ts';

const TEXTS = ['The fery leaves at noon.', 'It is late again.', 'Nobody minds the wait.'];
const RIGHT = 'The ferry leaves at noon.';

let server: EpisodeServer;

beforeEach(() => {
  server = serveEpisode('transcript', episodeWith({ transcript: segmentsOf(TEXTS) }), (_, { body }) => ({
    transcript: segmentsOf(textsOf(body)),
  }));
});

describe('a correction in place', () => {
  it('opens by a double click, is saved by Enter with its base, and can be undone', async () => {
    const shown = await open();
    await shown.user.dblClick(screen.getByText(TEXTS[0]!));
    expect(field()).toHaveFocus();
    await rewrite(shown, `${RIGHT}{Enter}`);
    await screen.findByText('Correction saved');
    expect(shownTexts()).toEqual([RIGHT, TEXTS[1], TEXTS[2]]);
    expect(textsOf(server.saves[0]?.body)).toEqual([RIGHT, TEXTS[1], TEXTS[2]]);
    expect(server.saves[0]?.headers.get('if-match')).toBe('"v1"');

    await undo(shown, 'Correction saved');
    await screen.findByText('The correction was undone');
    expect(shownTexts()).toEqual(TEXTS);
  });
  it('is shown before the server has answered, and the focus returns to its row', async () => {
    const letGo = server.hold();
    const shown = await open();
    await correct(shown, 0, `${RIGHT}{Enter}`);
    expect(shownTexts()[0]).toBe(RIGHT);
    expect(pencil(0)).toHaveFocus();
    letGo();
    await screen.findByText('Correction saved');
  });
  it('is saved by Ctrl+Enter too, and by going on to another segment', async () => {
    const shown = await open();
    await correct(shown, 0, `${RIGHT}{Control>}{Enter}{/Control}`);
    await waitFor(() => expect(server.saves).toHaveLength(1));
    await correct(shown, 1, 'It is never late.');
    await shown.user.click(pencil(2));
    expect(field()).toHaveValue(TEXTS[2]);
    await waitFor(() => expect(server.saves).toHaveLength(2));
    expect(shownTexts()[1]).toBe('It is never late.');
  });
  it('is cancelled by Escape, which can be taken back', async () => {
    const shown = await open();
    await correct(shown, 0, `${RIGHT}{Escape}`);
    expect(shownTexts()).toEqual(TEXTS);
    await undo(shown, 'Correction discarded');
    expect(field()).toHaveValue(RIGHT);
    expect(server.saves).toHaveLength(0);
  });
  it('is no change, and sends nothing, when the text is as it was', async () => {
    const shown = await open();
    await shown.user.click(pencil(0));
    await shown.user.type(field(), '{Enter}');
    expect(screen.queryByRole('textbox', { name: 'Text' })).toBeNull();
    expect(server.saves).toHaveLength(0);
  });
  it('without any text is refused', async () => {
    const shown = await open();
    await correct(shown, 0, '{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Write some text/);
    expect(server.saves).toHaveLength(0);
  });
  it('is reached by the arrow keys from the one stop of the Tab key', async () => {
    const { user } = await open();
    expect([0, 1, 2].map((at) => pencil(at).tabIndex)).toEqual([0, -1, -1]);
    pencil(0).focus();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(field()).toHaveValue(TEXTS[1]);
  });
  it('of what somebody else has changed asks which text to keep', async () => {
    const shown = await open();
    server.answerNext(() => {
      saveElsewhere(0, 'The boat leaves at noon.');

      return conflict([]);
    });
    await correct(shown, 0, `${RIGHT}{Enter}`);
    expect(await screen.findByText('Somebody else has changed this segment')).toBeVisible();
    expect(field()).toHaveValue(RIGHT);
    await shown.user.type(field(), '{Enter}');
    expect(screen.getByText(/^Choose|Choose first which text to keep/)).toBeVisible();
    await shown.user.click(screen.getByRole('button', { name: 'Keep mine' }));
    await shown.user.type(field(), '{Enter}');
    await screen.findByText('Correction saved');
    expect(server.saves.at(-1)?.headers.get('if-match')).toBe('"v1 by grace"');
    expect(shownTexts()[0]).toBe(RIGHT);
  });
  it('is kept on this device when the page is closed', async () => {
    const shown = await open();
    await correct(shown, 0, RIGHT);
    shown.unmount();
    const { user } = await open();
    expect(screen.getByText(/is kept in this\s+browser/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(field()).toHaveValue(RIGHT);
  });
  it('is not offered to those who may not', async () => {
    await open(false);
    expect(screen.queryByRole('button', { name: /^Correct/ })).toBeNull();
    fireEvent.dblClick(screen.getByText(TEXTS[0]!));
    expect(screen.queryByRole('textbox', { name: 'Text' })).toBeNull();
  });
});

describe('a correction saved offline', () => {
  const realNow = Date.now;
  afterEach(() => {
    Date.now = realNow;
    setOnline(true);
  });

  it('is kept, and sent when the device is back, which is said', async () => {
    await saveOffline();
    setOnline(true);
    await screen.findByText('Correction saved');
    expect(server.saves).toHaveLength(2);
    // The page that was asked for after the failure may still be on its way.
    await waitFor(() => expect(shownTexts()[0]).toBe(RIGHT));
  });
  it('is not sent hours later before it was asked for', async () => {
    const shown = await saveOffline();
    Date.now = () => realNow() + 3 * 60 * 60 * 1000;
    setOnline(true);
    await screen.findByText(/saved while offline was not sent/);
    expect(server.saves).toHaveLength(1);
    await shown.user.click(screen.getByRole('button', { name: 'Send now' }));
    await screen.findByText('Correction saved');
  });

  async function saveOffline(): Promise<Shown> {
    const shown = await open();
    setOnline(false);
    server.answerNext(() => Response.error());
    await correct(shown, 0, `${RIGHT}{Enter}`);
    await screen.findByText('Offline. Saved on this device, will be sent when you are back');
    expect(screen.queryByText(/Failed to fetch/)).toBeNull();

    return shown;
  }
});

function setOnline(isOnline: boolean): void {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  fireEvent(window, new Event(isOnline ? 'online' : 'offline'));
}

const textsOf = (body: unknown): string[] =>
  (body as { segments: { text: string }[] }).segments.map(({ text }) => text);
const rows = () => within(screen.getByRole('list', { name: 'Segments' })).getAllByRole('listitem');
const shownTexts = () => rows().map((row) => row.querySelector('.segment-text')?.textContent);
const field = () => screen.getByRole('textbox', { name: 'Text' });
const pencil = (at: number) => within(rows()[at]!).getByRole('button', { name: /^Correct / });

async function open(mayCorrect = true): Promise<Shown> {
  const shown = showEditor((page) => <Reading page={page} mayCorrect={mayCorrect} />);
  await screen.findByRole('list', { name: 'Segments' });

  return shown;
}
async function rewrite({ user }: Shown, keys: string): Promise<void> {
  await user.clear(field());
  await user.type(field(), keys);
}
async function correct(shown: Shown, at: number, keys: string): Promise<void> {
  await shown.user.click(pencil(at));
  await rewrite(shown, keys);
}
function saveElsewhere(at: number, text: string): void {
  const transcript = server.page.transcript.map((row, index) => (index === at ? { ...row, text } : row));
  server.page = { ...server.page, transcript, version: `${server.page.version} by grace` };
}

function Reading({ page, mayCorrect }: { page: EpisodePage; mayCorrect: boolean }) {
  const correcting = useCorrecting(page, 'ada');

  return (
    <>
      <KeptCorrections correcting={correcting} />
      <Transcript
        title="Ferries"
        segments={page.transcript}
        playback={NO_AUDIO}
        hasAudio={false}
        marks={{ marking: null, layer: null, isMarked: false, onClear: nothing, entities: [], provenance: null }}
        changes={{ changed: null, corrections: [], onCorrected: nothing }}
        correction={mayCorrect ? { correcting, onTyping: nothing, onEditor: nothing } : null}
        search={{ sought: '', onSeek: nothing }}
        startMs={null}
        returnTo={null}
        missing={null}
      />
    </>
  );
}

const nothing = () => undefined;
