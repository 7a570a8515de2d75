import { describe, expect, it } from '@jest/globals';
import type { TranscriptFilePreview } from '@earmark/contracts/transcripts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { segmentsOf, undo } from '../testing/episode.tsx';
import { answers, refusal } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { Toasts } from '../ui/toast.tsx';
import { EpisodeTools } from './episode-tools.tsx';

const FILE = '/api/admin/episodes/ferries/transcript-file';

describe('uploading a transcript', () => {
  it('shows what a file would become, and records it when that is confirmed', async () => {
    const calls = serve(() => previewOf({ warnings: ['2 empty cues were dropped.'] }));
    const { user } = open();
    const dialog = await upload(user);
    expect(await within(dialog).findByText('WebVTT · 214 segments · 2 speakers')).toBeVisible();
    expect(textsOf(dialog, 'Speakers')).toEqual(['Ada', 'Bea']);
    expect(textsOf(dialog, 'Warnings')).toEqual(['2 empty cues were dropped.']);
    expect(textsOf(dialog, 'First segments')).toEqual(['00:00:00AdaOne.', '00:00:10AdaTwo.']);
    expect(dialog).toHaveTextContent('and 212 more segments');
    expect(dialog).not.toHaveTextContent('replaces');
    expect(calls.map(({ url }) => url.search)).toEqual(['?preview=true']);
    await user.click(within(dialog).getByRole('button', { name: 'Record transcript' }));
    expect(await screen.findByText('Transcript recorded')).toBeVisible();
    expect(screen.getByText('214 segments, 2 speakers.')).toBeVisible();
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(calls.map(({ url, body }) => [url.search, body])).toEqual([
      ['?preview=true', 'WEBVTT'],
      ['', 'WEBVTT'],
    ]);
  });

  it('says that it replaces a transcript that nobody has corrected', async () => {
    serve(() => previewOf({ replaces: true, speakers: 0, speakerNames: [] }));
    const { user } = open();
    const dialog = await upload(user);
    expect(await within(dialog).findByText(/which nobody has corrected/)).toBeVisible();
    expect(dialog).toHaveTextContent('no speakers named');
    expect(within(dialog).getByRole('button', { name: 'Replace transcript' })).toBeEnabled();
  });

  it('asks before it replaces corrections, also those made meanwhile', async () => {
    let corrections = 3;
    const calls = serve(
      () => previewOf({ replaces: true, corrections }),
      () => {
        if (corrections === 4) return null;
        corrections = 4;

        return refusal(409, 'transcript-edited', 'This transcript has 4 corrections by people.');
      },
    );
    const { user } = open();
    const dialog = await upload(user);
    expect(await within(dialog).findByText('People have made 3 corrections to the current transcript.')).toBeVisible();
    const replace = within(dialog).getByRole('button', { name: 'Replace transcript' });
    expect(replace).toBeDisabled();
    await user.click(within(dialog).getByRole('checkbox', { name: 'Replace it and the 3 corrections' }));
    await user.click(replace);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Somebody has corrected the transcript meanwhile.',
    );
    const again = await within(dialog).findByRole('checkbox', { name: 'Replace it and the 4 corrections' });
    expect(again).not.toBeChecked();
    await user.click(again);
    await user.click(within(dialog).getByRole('button', { name: 'Replace transcript' }));
    expect(await screen.findByText('Transcript recorded')).toBeVisible();
    expect(calls.at(-1)?.url.search).toBe('?replaceEdits=true');
  });

  it('says why a file cannot be read, and takes another that is dropped', async () => {
    let isPicture = true;
    serve(() => (isPicture ? refusal(400, 'transcript-form-unknown', 'This is a PNG image.') : previewOf({})));
    const { user } = open();
    const dialog = await upload(user);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('400: This is a PNG image.');
    isPicture = false;
    const dropped = { types: ['Files'], files: [new File(['WEBVTT'], 'other.vtt')] };
    fireEvent.dragOver(within(dialog).getByRole('alert'), { dataTransfer: dropped });
    expect(within(dialog).getByText('Drop the transcript file')).toBeVisible();
    fireEvent.drop(within(dialog).getByRole('alert'), { dataTransfer: dropped });
    expect(await within(dialog).findByRole('heading', { name: 'other.vtt' })).toBeVisible();
    expect(within(dialog).queryByRole('alert')).toBeNull();
  });
});

it('processes an episode again once it is said what that runs', async () => {
  const starts = answers('post', '/api/admin/process-episode', {
    success: true,
    runId: 'run-1',
    isNew: true,
    message: 'The episode was queued.',
  });
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Process again' }));
  const dialog = await screen.findByRole('dialog', { name: 'Process again: “Ferries”' });
  expect(dialog).toHaveTextContent('1 episode: all nine steps run, 0 to 8. Readers keep the current transcript');
  await user.click(within(dialog).getByRole('checkbox', { name: 'skip transcription' }));
  expect(dialog).toHaveTextContent('steps 0 and 2 to 8 run');
  await user.click(within(dialog).getByRole('button', { name: 'Process' }));
  expect(await screen.findByText('The episode was queued.')).toBeVisible();
  expect(starts.map(({ body }) => body)).toEqual([
    { episodeUuid: 'ferries', podcastId: 'harbour', skipTranscription: true },
  ]);
});

it('removes an episode once what disappears with it is said', async () => {
  let removed = 0;
  answers('get', '/api/admin/episodes/ferries/removal', {
    name: 'Ferries',
    episodes: 1,
    transcripts: 1,
    mentions: 1,
    corrections: 0,
  });
  answers('delete', '/api/admin/episodes/ferries', { message: '“Ferries” was removed.', eventId: 'event-1' });
  const reverts = answers('post', '/api/admin/history/event-1/revert', { eventIds: ['event-2'] });
  const shown = open(() => {
    removed += 1;
  });
  const { user } = shown;
  await user.click(screen.getByRole('button', { name: 'Remove episode' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove “Ferries”?' });
  expect(
    await within(dialog).findByText('The episode, its transcript and 1 mention disappear from the site.'),
  ).toBeVisible();
  expect(dialog).not.toHaveTextContent('corrected');
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('“Ferries” was removed.')).toBeVisible();
  expect(removed).toBe(1);
  await undo(shown, '“Ferries” was removed.');
  expect(await screen.findByText('Undone')).toBeVisible();
  expect(reverts).toHaveLength(1);
});

const open = (onRemoved = () => {}) =>
  show(
    <>
      <EpisodeTools
        episode={{ uuid: 'ferries', title: 'Ferries', podcastId: 'harbour', hasWhisperTranscript: true }}
        onRemoved={onRemoved}
      />
      <Toasts />
    </>,
  );

async function upload(user: ReturnType<typeof open>['user']): Promise<HTMLElement> {
  await user.click(screen.getByRole('button', { name: 'Upload transcript' }));
  const dialog = await screen.findByRole('dialog', { name: 'Upload transcript' });
  await user.upload(within(dialog).getByLabelText('Transcript file'), new File(['WEBVTT'], 'ferries.vtt'));

  return dialog;
}

const textsOf = (dialog: HTMLElement, list: string) =>
  within(within(dialog).getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

const previewOf = (more: Partial<TranscriptFilePreview>): Response =>
  Response.json({
    segments: 214,
    speakers: 2,
    warnings: [],
    format: 'WebVTT',
    speakerNames: ['Ada', 'Bea'],
    first: segmentsOf(['One.', 'Two.']),
    replaces: false,
    corrections: 0,
    ...more,
  });

/** Answers previews, and recordings unless they are refused. */
const serve = (preview: () => Response, refuse: () => Response | null = () => null) =>
  answers('post', FILE, ({ url }: { url: URL }) =>
    url.searchParams.has('preview')
      ? preview()
      : (refuse() ?? Response.json({ segments: 214, speakers: 2, warnings: [] })),
  );
