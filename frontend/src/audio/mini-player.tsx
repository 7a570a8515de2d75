import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Link } from '../kit/router/routing.tsx';
import { IconButton } from '../ui/button.tsx';
import { Cover } from '../ui/cover.tsx';
import { usePreferences } from '../kit/preferences.ts';
import { formatTimestamp } from '../kit/timestamp.ts';
import { usePlayer, usePlayerState } from './player-context.tsx';
import { BackButton, PlayButton } from './transport-buttons.tsx';

/** The player on every page except that of the playing episode. Renders nothing until something has been played. */
export function MiniPlayer({ className }: { className?: string }) {
  const player = usePlayer();
  const { track, status, seconds, duration, failure, hasStarted } = usePlayerState((state) => state);
  const { timeFormat } = usePreferences();
  if (track === null || !hasStarted) return null;
  const clock = (value: number) => formatTimestamp(value * 1000, timeFormat);

  return (
    <section
      aria-label="Now playing"
      className={clsx('bg-surface border-line relative border-t', className)}
      aria-busy={status === 'buffering'}
    >
      <progress
        aria-label={`Progress in ${track.title}`}
        aria-valuetext={`${clock(seconds)} of ${clock(duration)}`}
        value={Math.min(seconds, duration)}
        max={Math.max(duration, 1)}
        className="[&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent bg-line absolute inset-x-0 -top-px h-0.5 w-full appearance-none border-0"
      />
      <div className="mx-auto flex max-w-300 items-center gap-2 py-2 pr-2 pl-4 sm:px-6">
        <Cover src={track.imageUrl} name={track.podcastName} className="size-10 shrink-0" />
        <div className="min-w-0 flex-1 pl-1">
          <Link to={track.path} className="block truncate font-medium hover:underline" title={track.title}>
            {track.title}
          </Link>
          <p className="text-ink-soft truncate text-[13px] tabular-nums">
            {status === 'failed' ? (
              <span className="text-bad">The audio cannot be played. {failure}</span>
            ) : (
              <>
                {clock(seconds)}
                <span className="max-sm:hidden"> of {clock(duration)}</span> · {track.podcastName}
              </>
            )}
          </p>
        </div>
        <BackButton onSkip={(by) => player.seek(player.now() + by)} />
        <PlayButton status={status} onPlay={status === 'failed' ? player.retry : player.play} onPause={player.pause} />
        <IconButton label="Close player" onClick={player.close}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
    </section>
  );
}
