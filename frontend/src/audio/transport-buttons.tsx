import { LoaderCircle, Pause, Play, RotateCcw, RotateCw } from 'lucide-react';
import { IconButton } from '../ui/button.tsx';
import type { PlayerState } from './player.ts';

export const BACK_S = 15;
export const FORWARD_S = 30;

interface PlayButtonProps {
  status: PlayerState['status'];
  onPlay: () => void;
  onPause: () => void;
}

export function PlayButton({ status, onPlay, onPause }: PlayButtonProps) {
  const isOn = status === 'playing' || status === 'buffering';
  const isBuffering = status === 'buffering';
  const Icon = isBuffering ? LoaderCircle : isOn ? Pause : Play;

  return (
    <button
      type="button"
      aria-label={isOn ? 'Pause' : 'Play'}
      title={isBuffering ? 'Buffering' : isOn ? 'Pause' : 'Play'}
      onClick={isOn ? onPause : onPlay}
      className="bg-accent text-on-accent hover:bg-accent-strong flex size-10 shrink-0 items-center justify-center rounded-full transition-colors duration-150 pointer-coarse:size-11"
    >
      <Icon
        aria-hidden="true"
        fill={isBuffering ? 'none' : 'currentColor'}
        className={isBuffering ? 'size-5 animate-spin' : isOn ? 'size-5' : 'size-5 translate-x-px'}
      />
    </button>
  );
}

export function BackButton({ onSkip }: { onSkip: (seconds: number) => void }) {
  return (
    <IconButton label={`Back ${BACK_S} seconds`} onClick={() => onSkip(-BACK_S)}>
      <SkipIcon icon={RotateCcw} seconds={BACK_S} />
    </IconButton>
  );
}

export function ForwardButton({ onSkip }: { onSkip: (seconds: number) => void }) {
  return (
    <IconButton label={`Forward ${FORWARD_S} seconds`} onClick={() => onSkip(FORWARD_S)}>
      <SkipIcon icon={RotateCw} seconds={FORWARD_S} />
    </IconButton>
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
