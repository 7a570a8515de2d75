import { useEffect } from 'react';
import { lateDialog } from '../ui/late.tsx';

export const loadPalette = () => import('./palette.tsx');
const Palette = lateDialog(async () => (await loadPalette()).Palette);

interface PaletteHostProps {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** Opens the palette with Ctrl K or Cmd K. */
export function PaletteHost({ isOpen, onToggle }: PaletteHostProps) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
      if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey || defaultPrevented) return;
      event.preventDefault();
      onToggle(!isOpen);
    };
    document.addEventListener('keydown', press);

    return () => document.removeEventListener('keydown', press);
  }, [isOpen, onToggle]);

  return isOpen && <Palette onClose={() => onToggle(false)} />;
}
