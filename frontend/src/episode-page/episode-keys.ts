import { useEffect, useRef } from 'react';
import { readPreferences } from '../kit/preferences.ts';

/** What the keys of the episode page do; keyboard-map.ts describes them to readers. */
export interface EpisodeCommands {
  /** Without audio, the player's keys keep their usual meaning. */
  readonly hasAudio: boolean;
  readonly togglePlay: () => void;
  readonly skip: (seconds: number) => void;
  readonly stepSegment: (by: 1 | -1) => void;
  readonly stepMention: (by: 1 | -1) => void;
  readonly find: () => void;
  readonly toggleFollow: () => void;
  readonly toggleMute: () => void;
  readonly stepSpeed: (by: 1 | -1) => void;
  /** Null for those who may not. */
  readonly correct: (() => void) | null;
  readonly copyQuote: () => void;
  readonly copyLink: () => void;
  readonly showKeys: () => void;
}

/** A key as the browser reports it. */
export interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
}

/** What the key does, as a function of the commands; null when it does nothing. */
export function commandOf({ key, shiftKey }: Pressed): ((commands: EpisodeCommands) => void) | null {
  switch (key) {
    case ' ':
      return ({ togglePlay }) => togglePlay();
    case 'ArrowLeft':
      return ({ skip }) => skip(shiftKey ? -30 : -5);
    case 'ArrowRight':
      return ({ skip }) => skip(shiftKey ? 30 : 5);
    case 'ArrowUp':
      return shiftKey ? null : ({ stepSegment }) => stepSegment(-1);
    case 'ArrowDown':
      return shiftKey ? null : ({ stepSegment }) => stepSegment(1);
    case '[':
      return ({ stepMention }) => stepMention(-1);
    case ']':
      return ({ stepMention }) => stepMention(1);
    case '/':
      return ({ find }) => find();
    case 'f':
      return ({ toggleFollow }) => toggleFollow();
    case 'm':
      return ({ toggleMute }) => toggleMute();
    case '<':
      return ({ stepSpeed }) => stepSpeed(-1);
    case '>':
      return ({ stepSpeed }) => stepSpeed(1);
    case 'e':
      return ({ correct }) => correct?.();
    case 'c':
      return ({ copyQuote }) => copyQuote();
    case 'l':
      return ({ copyLink }) => copyLink();
    case '?':
      return ({ showKeys }) => showKeys();
    default:
      return null;
  }
}

const OF_AUDIO = new Set([' ', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'f', 'm', '<', '>']);
const TYPING = 'input, textarea, select, [contenteditable="true"]';
const PRESSED_BY_SPACE = 'button, summary, [role="slider"], [role="menuitem"]';
const MOVED_BY_ARROWS = '[role="slider"], [role="radiogroup"], [role="menu"], [role="listbox"], [role="tablist"]';

/**
 * Runs the commands of the page's keys, except while the user types, uses a control that handles the key, or has a dialog
 * open.
 */
export function useEpisodeKeys(commands: EpisodeCommands): void {
  const latest = useRef(commands);

  useEffect(() => {
    latest.current = commands;
  });

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const command = commandOf(event);
      if (command === null || !readPreferences().singleKeys || belongsElsewhere(event)) return;
      if (OF_AUDIO.has(event.key) && !latest.current.hasAudio) return;
      event.preventDefault();
      command(latest.current);
    };
    document.addEventListener('keydown', press);

    return () => document.removeEventListener('keydown', press);
  }, []);
}

function belongsElsewhere({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector('[role="dialog"]') !== null) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest(TYPING) !== null) return true;
  if (key === ' ') return target.closest(PRESSED_BY_SPACE) !== null;

  return key.startsWith('Arrow') && target.closest(MOVED_BY_ARROWS) !== null;
}
