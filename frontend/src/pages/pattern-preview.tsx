import type { PreviewPassage } from '@earmark/contracts/recounts';
import { usePlayer } from '../audio/player-context.tsx';
import { PreviewPanel } from '../recounts/preview-panel.tsx';
import { formatMoment } from '../transcripts/moment.ts';
import type { PatternChange } from '../vocabulary/pattern-draft.ts';

/** What a change of a pattern does, said before it is made: below the form, and in the question before a deletion. */
export function PatternPreview({ change }: { change: PatternChange }) {
  const player = usePlayer();
  const play = (passage: PreviewPassage) => {
    const { episodeUuid, episodeTitle, podcastUuid, podcastName, link, audioUrl, startMs } = passage;
    if (audioUrl === null) return;
    player.load(
      {
        episodeUuid,
        podcastUuid,
        title: episodeTitle,
        podcastName,
        imageUrl: null,
        src: audioUrl,
        path: link,
        expectedSeconds: null,
      },
      startMs,
    );
    player.play();
  };

  return (
    <div className="flex flex-col gap-3">
      <PreviewPanel
        change={change}
        linkTo={({ link, startMs, text, marks: [start, end] }) =>
          `${link}?${new URLSearchParams({ t: formatMoment(startMs), search: text.slice(start, end) })}`
        }
        play={play}
      />
      <p className="text-ink-soft text-[13px] text-pretty">
        {change.change === 'delete'
          ? 'Episodes keep what was found with it until they are counted again. The deletion can be undone.'
          : 'Holds for transcripts that come from now on; older episodes follow when they are counted again.'}
      </p>
    </div>
  );
}
