import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { IconButton } from '../ui/button.tsx';
import { Slider } from '../ui/slider.tsx';

interface VolumeControlProps {
  /** 0 to 1. */
  volume: number;
  onChange: (volume: number) => void;
  onToggle: () => void;
}

export function VolumeControl({ volume, onChange, onToggle }: VolumeControlProps) {
  const isMuted = volume === 0;
  const Icon = isMuted ? VolumeX : volume < 0.6 ? Volume1 : Volume2;

  return (
    <div className="flex items-center gap-1">
      <IconButton label={isMuted ? 'Unmute' : 'Mute'} onClick={onToggle}>
        <Icon aria-hidden="true" className="size-4.5" />
      </IconButton>
      <Slider
        label="Volume"
        value={volume}
        max={1}
        step={0.1}
        valueText={`${Math.round(volume * 100)}%`}
        onChange={onChange}
        className="w-20 max-sm:hidden low:max-lg:hidden"
      />
    </div>
  );
}
