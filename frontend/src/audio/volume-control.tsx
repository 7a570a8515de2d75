import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '../kit/button.tsx';
import { Slider } from '../kit/slider.tsx';
import type { AudioPlayback } from './audio-playback.ts';
import { restoredVolume, steppedVolume } from './volume.ts';

export function VolumeControl({ playback }: { playback: AudioPlayback }) {
  const [volume, setVolume] = useState(1);
  const earlier = useRef<number | null>(null);
  const isMuted = volume === 0;
  const Icon = isMuted ? VolumeX : volume < 0.6 ? Volume1 : Volume2;

  const change = (next: number) => {
    const stepped = steppedVolume(next);
    const audio = playback.element();
    if (audio !== null) {
      audio.volume = stepped;
      audio.muted = stepped === 0;
    }
    setVolume(stepped);
  };
  const toggle = () => {
    if (isMuted) return change(restoredVolume(earlier.current));
    earlier.current = volume;
    change(0);
  };

  return (
    <div className="flex items-center gap-1">
      <IconButton label={isMuted ? 'Unmute' : 'Mute'} onClick={toggle}>
        <Icon aria-hidden="true" className="size-4.5" />
      </IconButton>
      <Slider
        label="Volume"
        value={volume}
        max={1}
        step={0.1}
        valueText={`${Math.round(volume * 100)} %`}
        onChange={change}
        className="w-20"
      />
    </div>
  );
}
