import { clsx } from 'clsx';
import { History } from 'lucide-react';
import { useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { usePreferences } from '../kit/preferences.ts';
import { Slider } from '../ui/slider.tsx';
import { formatTimestamp } from '../kit/timestamp.ts';
import { AudioFailure } from './audio-failure-notice.tsx';
import { useDock } from './dock.ts';
import type { EpisodeAudio } from './episode-audio.ts';
import { findPosition } from './positions.ts';
import { speedsWith } from './speeds.ts';
import { BackButton, ForwardButton, PlayButton } from './transport-buttons.tsx';
import { VolumeControl } from './volume-control.tsx';

interface AudioPlayerProps {
  audio: EpisodeAudio;
  /** Rendered above the seek slider at the same width. Receives the duration of the audio in seconds, 0 when unknown. */
  strip?: (duration: number) => ReactNode;
  /** Rendered above the controls, for the other episode that is playing. */
  above?: ReactNode;
  className?: string;
}

/** The full player of an episode, docked at the bottom of its page. */
export function AudioPlayer({ audio, strip, above, className }: AudioPlayerProps) {
  const dock = useRef<HTMLDivElement>(null);
  const { status, failure } = useSyncExternalStore(audio.subscribe, audio.state);
  useDock(dock, true);

  return (
    <div ref={dock} className={clsx('dock sticky bottom-0 z-20', className)}>
      {above}
      <section
        aria-label="Audio player"
        className="bg-surface border-line border-t pb-[env(safe-area-inset-bottom)]"
        aria-busy={status === 'loading' || status === 'buffering'}
      >
        {status === 'failed' ? (
          <AudioFailure src={audio.track.src} reason={failure} onRetry={audio.retry} />
        ) : (
          <Controls audio={audio} strip={strip} />
        )}
      </section>
    </div>
  );
}

function Controls({ audio, strip }: Pick<AudioPlayerProps, 'audio' | 'strip'>) {
  const { seconds, duration, status, speed, volume } = useSyncExternalStore(audio.subscribe, audio.state);
  const { timeFormat } = usePreferences();
  const clock = (value: number) => formatTimestamp(value * 1000, timeFormat);

  return (
    // On wide screens the height is the same with and without a strip. In low windows there is one row for everything.
    <div className="mx-auto grid max-w-300 grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-2 sm:px-6 lg:min-h-18 lg:grid-cols-[auto_1fr_auto] lg:py-3 low:min-h-0! low:grid-cols-[auto_1fr_auto] low:py-0.5! low:max-sm:gap-x-2 low:max-sm:px-2">
      <div className="flex items-center gap-1 low:max-sm:gap-0">
        <BackButton onSkip={audio.skip} />
        <PlayButton status={status} onPlay={audio.play} onPause={audio.pause} />
        <ForwardButton onSkip={audio.skip} />
        <ResumeButton audio={audio} />
      </div>
      <div className="col-span-2 row-start-1 flex min-w-0 items-end gap-3 text-[13px] leading-6 tabular-nums lg:col-span-1 lg:row-auto low:col-span-1 low:row-auto low:max-sm:gap-2 pointer-coarse:leading-8">
        <span className="text-ink-soft w-15 text-right low:max-sm:w-auto">{clock(seconds)}</span>
        <div className="min-w-0 flex-1">
          {strip?.(duration)}
          <Slider
            label={`Seek in ${audio.track.title}`}
            value={Math.min(seconds, duration)}
            max={Math.max(duration, 1)}
            step={1}
            disabled={duration === 0}
            valueText={`${clock(seconds)} of ${clock(duration)}`}
            onChange={(value) => audio.cue(value * 1000)}
          />
        </div>
        <span className="text-ink-faint w-15 low:max-sm:hidden">
          {duration === 0 ? (status === 'loading' ? 'Loading' : '–') : clock(duration)}
        </span>
      </div>
      <div className="flex items-center justify-end gap-2 low:max-sm:gap-0">
        <SpeedSelect speed={speed} onChange={audio.setSpeed} />
        <VolumeControl volume={volume} onChange={audio.setVolume} onToggle={audio.toggleMute} />
      </div>
    </div>
  );
}

/** Offers to resume where the listener left off; nothing plays automatically. */
function ResumeButton({ audio }: { audio: EpisodeAudio }) {
  const { hasStarted, seconds } = useSyncExternalStore(audio.subscribe, audio.state);
  const { timeFormat } = usePreferences();
  const [ms] = useState(() => {
    const { expectedSeconds, episodeUuid } = audio.track;

    return findPosition(episodeUuid, expectedSeconds === null ? null : expectedSeconds * 1000);
  });
  if (ms === null || hasStarted || seconds > 0) return null;

  return (
    <Button className="ml-2 low:max-sm:ml-0 low:max-sm:px-2" onClick={() => audio.playFrom(ms)}>
      <History aria-hidden="true" className="size-4" />
      <span className="low:max-sm:sr-only">Resume at {formatTimestamp(ms, timeFormat)}</span>
    </Button>
  );
}

function SpeedSelect({ speed, onChange }: { speed: number; onChange: (speed: number) => void }) {
  return (
    <select
      aria-label="Playback speed"
      title="Playback speed"
      value={speed}
      onChange={(event) => onChange(Number(event.target.value))}
      className="text-ink-soft hover:bg-hover h-8 rounded-md bg-transparent px-1.5 text-[13px] font-medium tabular-nums pointer-coarse:h-11"
    >
      {speedsWith(speed).map((value) => (
        <option key={value} value={value} className="bg-surface text-ink">
          {value}×
        </option>
      ))}
    </select>
  );
}
