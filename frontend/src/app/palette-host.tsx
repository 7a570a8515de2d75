import { useEffect, useEffectEvent, useState } from 'react';
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

  return isOpen && <OpenPalette onClose={() => onToggle(false)} />;
}

/** What is typed before the palette is there is its text: it is neither lost nor taken for the shortcuts of the page. */
function OpenPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const typeAhead = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || (target instanceof Element && target.closest('.palette') !== null)) return;
    if (key === 'Escape') onClose();
    else if (key === 'Backspace') setText((typed) => typed.slice(0, -1));
    else if (key.length === 1) setText((typed) => typed + key);
    else if (key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => typeAhead(event);
    document.addEventListener('keydown', press, { capture: true });

    return () => document.removeEventListener('keydown', press, { capture: true });
  }, []);

  return <Palette text={text} onText={setText} onClose={onClose} />;
}
