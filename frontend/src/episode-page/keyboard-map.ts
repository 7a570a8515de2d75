import type { Shortcut } from '../ui/keys-dialog.tsx';

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['Space'], does: 'Play or pause' },
  { keys: ['←', '→'], does: 'Back or forward 5 seconds' },
  { keys: ['Shift + ←', 'Shift + →'], does: 'Back or forward 30 seconds' },
  { keys: ['↑', '↓'], does: 'Previous or next segment' },
  { keys: ['[', ']'], does: 'Previous or next mention' },
  { keys: ['/'], does: 'Find in the transcript' },
  { keys: ['f'], does: 'Follow the spoken line' },
  { keys: ['m'], does: 'Mute or unmute' },
  { keys: ['<', '>'], does: 'Slower or faster' },
  { keys: ['e'], does: 'Correct the segment (for administrators)' },
  { keys: ['c'], does: 'Copy the segment as a quote' },
  { keys: ['l'], does: 'Copy a link to this time' },
  { keys: ['?'], does: 'Show this list' },
];
