import { formatClock } from '@earmark/contracts/kit';
import { CircleAlert, LoaderCircle, Pause, Play, RotateCcw, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../kit/button.tsx';
import { Slider } from '../kit/slider.tsx';
import type { AudioPlayback } from './audio-playback.ts';
import { useAudioState } from './audio-state.ts';
import { VolumeControl } from './volume-control.tsx';

const BACK_S = 15;
const FORWARD_S = 30;
const SPEEDS = [0.5, 0.75, 0.9, 1, 1.1, 1.2, 1.3, 1.5, 1.75, 2, 2.5, 3];

interface AudioPlayerProps {
  playback: AudioPlayback;
  src: string;
  title: string;
  /** Seconds, until the file says better. */
  expectedDuration: number | null;
}

/** The audio element with its controls, docked by the page at the bottom of the window. */
export function AudioPlayer({ playback, src, title, expectedDuration }: AudioPlayerProps) {
  return (
    <section aria-label="Audio player" data-dock="" className="bg-surface border-line border-t">
      {/* The transcript on the same page is the text of this audio. */}
      <audio ref={(element) => playback.attach(element)} src={src} preload="metadata">
        <track kind="captions" />
      </audio>
      <Controls playback={playback} src={src} title={title} expectedDuration={expectedDuration} />
    </section>
  );
}

function Controls({ playback, src, title, expectedDuration }: AudioPlayerProps) {
  const { status, time, duration, failure } = useAudioState(playback);
  const length = duration > 0 ? duration : (expectedDuration ?? 0);
  const skip = (seconds: number) => playback.cue(Math.min(Math.max(time + seconds, 0), length) * 1000);

  if (status === 'failed') return <Failure src={src} reason={failure} onRetry={() => playback.element()?.load()} />;

  return (
    <div className="mx-auto grid max-w-300 grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-2 sm:px-6 lg:grid-cols-[auto_1fr_auto] lg:py-3">
      <div className="flex items-center gap-1">
        <IconButton label={`Back ${BACK_S} seconds`} onClick={() => skip(-BACK_S)}>
          <SkipIcon icon={RotateCcw} seconds={BACK_S} />
        </IconButton>
        <PlayButton status={status} onPlay={playback.play} onPause={() => playback.element()?.pause()} />
        <IconButton label={`Forward ${FORWARD_S} seconds`} onClick={() => skip(FORWARD_S)}>
          <SkipIcon icon={RotateCw} seconds={FORWARD_S} />
        </IconButton>
      </div>
      <div className="col-span-2 row-start-1 flex min-w-0 items-center gap-3 text-[13px] tabular-nums lg:col-span-1 lg:row-auto">
        <span className="text-ink-soft w-15 text-right">{formatClock(time * 1000)}</span>
        <Slider
          label={`Seek in ${title}`}
          value={Math.min(time, length)}
          max={Math.max(length, 1)}
          step={1}
          disabled={length === 0}
          valueText={`${formatClock(time * 1000)} of ${formatClock(length * 1000)}`}
          onChange={(seconds) => playback.cue(seconds * 1000)}
          className="min-w-0 flex-1"
        />
        <span className="text-ink-faint w-15">{formatClock(length * 1000)}</span>
      </div>
      <div className="flex items-center justify-end gap-2">
        <SpeedSelect playback={playback} />
        <VolumeControl playback={playback} />
      </div>
    </div>
  );
}

function PlayButton({ status, onPlay, onPause }: { status: string; onPlay: () => void; onPause: () => void }) {
  const isOn = status === 'playing' || status === 'buffering';
  const Icon = status === 'buffering' ? LoaderCircle : isOn ? Pause : Play;

  return (
    <button
      type="button"
      aria-label={isOn ? 'Pause' : 'Play'}
      title={status === 'buffering' ? 'Buffering' : isOn ? 'Pause' : 'Play'}
      onClick={isOn ? onPause : onPlay}
      className="bg-accent text-on-accent hover:bg-accent-strong flex size-10 items-center justify-center rounded-full transition-colors duration-150 pointer-coarse:size-11"
    >
      <Icon
        aria-hidden="true"
        fill={status === 'buffering' ? 'none' : 'currentColor'}
        className={status === 'buffering' ? 'size-5 animate-spin' : isOn ? 'size-5' : 'size-5 translate-x-px'}
      />
    </button>
  );
}

function SkipIcon({ icon: Icon, seconds }: { icon: typeof RotateCw; seconds: number }) {
  return (
    <span aria-hidden="true" className="relative flex items-center justify-center">
      <Icon className="size-6" strokeWidth={1.5} />
      <span className="absolute pt-px text-[8.5px] leading-none font-semibold">{seconds}</span>
    </span>
  );
}

function SpeedSelect({ playback }: { playback: AudioPlayback }) {
  const [speed, setSpeed] = useState(1);
  const change = (next: number) => {
    const audio = playback.element();
    if (audio !== null) audio.playbackRate = next;
    setSpeed(next);
  };

  return (
    <select
      aria-label="Playback speed"
      value={speed}
      onChange={(event) => change(Number(event.target.value))}
      className="text-ink-soft hover:bg-hover h-8 rounded-md bg-transparent px-1.5 text-[13px] font-medium tabular-nums pointer-coarse:h-11"
    >
      {SPEEDS.map((value) => (
        <option key={value} value={value} className="bg-surface text-ink">
          {value}×
        </option>
      ))}
    </select>
  );
}

function Failure({ src, reason, onRetry }: { src: string; reason: string | null; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-300 flex-col gap-x-4 gap-y-2 px-4 py-3 sm:flex-row sm:items-center sm:px-6"
    >
      <p className="flex min-w-0 flex-1 gap-2">
        <CircleAlert aria-hidden="true" className="text-bad size-5 shrink-0" />
        <span>
          <span className="font-medium">The audio cannot be played.</span>{' '}
          <span className="text-ink-soft">{reason}</span>
        </span>
      </p>
      <div className="flex items-center gap-3">
        <a
          href={src}
          target="_blank"
          rel="noopener noreferrer"
          className="text-accent inline-flex h-8 items-center font-medium underline underline-offset-2"
        >
          Open the audio file
        </a>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </div>
  );
}
