import type { EpisodePage } from '@earmark/contracts/episodes';
import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { NO_AUDIO } from '../audio/use-episode-audio.ts';
import { episodeWith, placesOf, segmentsOf } from '../testing/episode.tsx';
import { show } from '../testing/show.tsx';
import { Transcript } from '../transcripts/transcript.tsx';
import { useSelection } from './episode-selection.ts';

it('of a link does not end following, even when it is marked after the page was shown', async () => {
  const { user } = show(<Reading />, '/?entity=Guernsey');
  expect(await screen.findByText('no mentions')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Mark' }));
  expect(await screen.findByText('1 of 2 mentions')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull();
});

it('that the reader goes to ends following, even where nothing was marked before', async () => {
  const { user } = show(<Reading />);
  await user.click(screen.getByRole('button', { name: 'Mark' }));
  await user.click(screen.getByRole('button', { name: 'Guernsey' }));
  expect(await screen.findByText('1 of 2 mentions')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Follow' }));
  expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Next mention' }));
  expect(await screen.findByText('2 of 2 mentions')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Follow' })).toBeVisible();
});

it('does not end following again when the page is refreshed', async () => {
  const { user } = show(<Reading />, '/?entity=Guernsey');
  await user.click(screen.getByRole('button', { name: 'Mark' }));
  await user.click(screen.getByRole('button', { name: 'Next mention' }));
  await user.click(await screen.findByRole('button', { name: 'Follow' }));
  await user.click(screen.getByRole('button', { name: 'Insert' }));
  expect(await screen.findByText('2 of 2 mentions')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull();
});

const PLAYING = { ...NO_AUDIO, isPlaying: () => true };

const TEXTS = ['The boat leaves.', 'To St Peter Port.', 'It is in Guernsey.', 'Back from Guernsey.'];

/** The transcript of a page that is refreshed: with marks that were missing, or with one more segment before them. */
function Reading() {
  const [page, setPage] = useState(pageOf(TEXTS.slice(0, 2), []));
  const { marking, toggleEntity, clear } = useSelection(page);

  return (
    <>
      <button type="button" onClick={() => setPage(pageOf(TEXTS, [2, 3]))}>
        Mark
      </button>
      <button type="button" onClick={() => setPage(pageOf(['Welcome.', ...TEXTS], [3, 4]))}>
        Insert
      </button>
      <button type="button" onClick={() => toggleEntity('entity-Guernsey')}>
        Guernsey
      </button>
      <Transcript
        title="The half past two tea"
        segments={page.transcript}
        playback={PLAYING}
        hasAudio
        marks={{ marking, layer: null, isMarked: true, onClear: clear, entities: [], provenance: null }}
        correction={null}
        changes={{ changed: null, corrections: [], onCorrected: () => undefined }}
        search={{ sought: '', onSeek: () => undefined }}
        startMs={null}
        returnTo={null}
        missing=""
      />
    </>
  );
}

/** `mentioned`: the segments that mention Guernsey. */
const pageOf = (texts: readonly string[], mentioned: readonly number[]): EpisodePage =>
  episodeWith({
    transcript: segmentsOf(texts),
    entityMentions: placesOf(mentioned.length > 0 ? ['Guernsey'] : []).map((place) => ({
      ...place,
      count: mentioned.length,
      marks: mentioned.flatMap((at) => [at, 0, 4]),
    })),
  });
