import type { Shortcut } from '../ui/keys-dialog.tsx';
import { useEffect, useRef } from 'react';
import { readPreferences } from '../kit/preferences.ts';

/** What the keys of the queue do. */
export interface ReviewCommands {
  readonly move: (by: 1 | -1, isSelecting: boolean) => void;
  readonly approve: () => void;
  readonly reject: () => void;
  readonly skip: () => void;
  readonly edit: () => void;
  readonly merge: () => void;
  readonly note: () => void;
  readonly playEvidence: () => void;
  readonly undo: () => void;
  readonly showKeys: () => void;
  /** From 0: the first category. */
  readonly category: (index: number) => void;
  readonly togglePlay: () => void;
}

/** For the dialog of the page and for the help page. */
export const REVIEW_SHORTCUTS: readonly Shortcut[] = [
  { keys: ['j', 'k'], does: 'Next or previous candidate' },
  { keys: ['Shift + J', 'Shift + K'], does: 'The same, and select on the way' },
  { keys: ['a'], does: 'Approve' },
  { keys: ['x'], does: 'Reject' },
  { keys: ['s'], does: 'Skip: leave it for later' },
  { keys: ['1 … 9'], does: 'Move it to this category' },
  { keys: ['e'], does: 'Edit name, type, status and link' },
  { keys: ['m'], does: 'Add it as another name of an entity' },
  { keys: ['n'], does: 'Write a note, or correct it before you approve' },
  { keys: ['p'], does: 'Play the evidence' },
  { keys: ['Space'], does: 'Play or pause' },
  { keys: ['u'], does: 'Undo the latest decision; again for the one before' },
  { keys: ['?'], does: 'Show this list' },
];

type Command = (commands: ReviewCommands) => void;

const COMMANDS: Readonly<Record<string, Command>> = {
  j: ({ move }) => move(1, false),
  k: ({ move }) => move(-1, false),
  J: ({ move }) => move(1, true),
  K: ({ move }) => move(-1, true),
  a: ({ approve }) => approve(),
  x: ({ reject }) => reject(),
  s: ({ skip }) => skip(),
  e: ({ edit }) => edit(),
  m: ({ merge }) => merge(),
  n: ({ note }) => note(),
  p: ({ playEvidence }) => playEvidence(),
  u: ({ undo }) => undo(),
  '?': ({ showKeys }) => showKeys(),
  ' ': ({ togglePlay }) => togglePlay(),
};
/** Held down, they would decide about cards that nobody has seen. */
const REPEATABLE = new Set(['j', 'k', 'J', 'K']);

/** What the key does, as a function of the commands; null when it does nothing. */
export function commandOf(key: string): Command | null {
  if (/^[1-9]$/.test(key)) return ({ category }) => category(Number(key) - 1);

  return COMMANDS[key] ?? null;
}

const TYPING = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable="true"]';
const PRESSED_BY_SPACE = 'button, input, summary, a, [role="tab"]';

/** Runs the commands of the queue, except while somebody types or a dialog is open. */
export function useReviewKeys(commands: ReviewCommands): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const command = commandOf(event.key);
      if (command === null || !readPreferences().singleKeys || belongsElsewhere(event)) return;
      event.preventDefault();
      if (event.repeat && !REPEATABLE.has(event.key)) return;
      command(latest.current);
    };
    document.addEventListener('keydown', press);

    return () => document.removeEventListener('keydown', press);
  }, []);
}

function belongsElsewhere({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest(TYPING) !== null) return true;

  return key === ' ' && target.closest(PRESSED_BY_SPACE) !== null;
}
