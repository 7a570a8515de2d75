import { describe, expect, it } from '@jest/globals';
import { commandOf } from './episode-keys.ts';
import type { EpisodeCommands } from './episode-keys.ts';
import { SHORTCUTS } from './keyboard-map.ts';

describe('a key of the page', () => {
  it.each([
    [' ', 'togglePlay'],
    ['ArrowLeft', 'skip -5'],
    ['ArrowRight', 'skip 5'],
    ['Shift+ArrowLeft', 'skip -30'],
    ['Shift+ArrowRight', 'skip 30'],
    ['ArrowUp', 'stepSegment -1'],
    ['ArrowDown', 'stepSegment 1'],
    ['[', 'stepMention -1'],
    [']', 'stepMention 1'],
    ['/', 'find'],
    ['f', 'toggleFollow'],
    ['m', 'toggleMute'],
    ['Shift+<', 'stepSpeed -1'],
    ['Shift+>', 'stepSpeed 1'],
    ['e', 'correct'],
    ['c', 'copyQuote'],
    ['l', 'copyLink'],
    ['Shift+?', 'showKeys'],
  ])('%p is %s', (pressed, does) => {
    expect(doneBy(pressed)).toEqual([does]);
  });
  it('does nothing when it is no shortcut', () => {
    expect(['x', '1', 'Enter', 'Shift+ArrowUp', 'F'].flatMap(doneBy)).toEqual([]);
  });
  it('is listed in the keyboard map', () => {
    const described = SHORTCUTS.flatMap(({ keys }) => keys);
    expect(described).toHaveLength(18);
    expect(described).toEqual(expect.arrayContaining(['Space', '[', ']', '/', 'f', 'm', '<', '>', 'e', 'c', 'l', '?']));
  });
});

function doneBy(pressed: string): string[] {
  const done: string[] = [];
  const note =
    (name: string) =>
    (...values: number[]) => {
      done.push([name, ...values].join(' '));
    };
  const commands: EpisodeCommands = {
    hasAudio: true,
    togglePlay: note('togglePlay'),
    skip: note('skip'),
    stepSegment: note('stepSegment'),
    stepMention: note('stepMention'),
    find: note('find'),
    toggleFollow: note('toggleFollow'),
    toggleMute: note('toggleMute'),
    stepSpeed: note('stepSpeed'),
    correct: note('correct'),
    copyQuote: note('copyQuote'),
    copyLink: note('copyLink'),
    showKeys: note('showKeys'),
  };
  const shiftKey = pressed.startsWith('Shift+');
  commandOf({ key: shiftKey ? pressed.slice('Shift+'.length) : pressed, shiftKey })?.(commands);

  return done;
}
