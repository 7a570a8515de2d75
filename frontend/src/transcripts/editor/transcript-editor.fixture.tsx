import { useQueryClient } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import type { EpisodePage } from '@earmark/contracts/episodes';
import { NO_AUDIO } from '../../audio/use-episode-audio.ts';
import { episodeWith, segmentsOf, serveEpisode, showEditor } from '../../testing/episode.tsx';
import type { EpisodeServer } from '../../testing/episode.tsx';
import type { Shown } from '../../testing/show.tsx';
import { TranscriptEditor } from './transcript-editor.tsx';

export const TEXTS = ['The ferry leaves at noon.', 'It is late again.', 'Nobody minds the wait.'];

/** The one that was started last. */
export let server: EpisodeServer;

/** Starts a server with this transcript. */
export function serveTranscript(transcript: EpisodePage['transcript'] = segmentsOf(TEXTS)): void {
  server = serveEpisode('transcript', episodeWith({ transcript }), (_, { body }) => ({
    transcript: segmentsOf(textsOf(body)),
  }));
}

const textsOf = (body: unknown): string[] => {
  const { segments } = body as { segments: { text: string }[] };

  return segments.map(({ text }) => text);
};
export const sent = (server: EpisodeServer): string[][] => server.saves.map(({ body }) => textsOf(body));
export const rows = () => within(screen.getByRole('list', { name: 'Segments to edit' })).getAllByRole('listitem');
export const shownTexts = (): string[] =>
  rows().map((row) => row.querySelector('.edit-text')?.firstChild?.textContent ?? '');
export const field = () => screen.getByRole('textbox', { name: 'Text' });
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const saveButton = () => button(/^(Save Transcript|Saving…)$/);
export const message = (text: string | RegExp) => screen.findAllByText(text);

export async function open(): Promise<Shown> {
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
export async function openRow({ user }: Shown, at: number): Promise<void> {
  await user.click(within(rows()[at]!).getByRole('button', { name: /^Edit segment/ }));
}
export async function rewrite(shown: Shown, at: number, text: string): Promise<void> {
  await openRow(shown, at);
  await shown.user.clear(field());
  await shown.user.type(field(), `${text}{Enter}`);
}
/** What somebody else saves meanwhile; the page hears of it by `News` only. */
export function saveElsewhere(server: EpisodeServer, at: number, text: string): void {
  const transcript = server.page.transcript.map((row, index) => (index === at ? { ...row, text } : row));
  server.page = { ...server.page, transcript, version: `${server.page.version} by grace` };
}
