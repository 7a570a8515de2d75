import { describe, expect, it } from '@jest/globals';
import { initialOf, initialsOf } from './initial.ts';

describe('the initial of a name', () => {
  it('is its first letter as a capital', () => {
    expect(initialOf(' lenny')).toBe('L');
    expect(initialOf('Élan')).toBe('É');
    expect(initialOf('后互联网')).toBe('后');
  });
  it('is a question mark when there is no name', () => {
    expect(initialOf('  ')).toBe('?');
  });
  it('is followed by that of the last word', () => {
    expect(['Ama Quaye', 'jean-luc van den berg', 'Kofi', ' 陈皓 ', ''].map(initialsOf)).toEqual([
      'AQ',
      'JB',
      'K',
      '陈',
      '?',
    ]);
  });
});
