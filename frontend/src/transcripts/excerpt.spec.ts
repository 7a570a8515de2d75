import { describe, expect, it } from '@jest/globals';
import { excerptOf } from './excerpt.ts';

const shown = (text: string, ...spans: [number, number][]) =>
  excerptOf(
    text,
    spans.map(([start, end]) => ({ start, end })),
  )
    .map(({ text: piece, isMarked }) => (isMarked ? `[${piece}]` : piece))
    .join('');

describe('an excerpt', () => {
  it('is a short text as it stands', () => {
    expect(shown('All about Go.', [10, 12])).toBe('All about [Go].');
  });
  it('is cut between words on both sides of the first mark', () => {
    const text = `${'word '.repeat(100)}Kubernetes${' more'.repeat(100)}`;
    const excerpt = shown(text, [500, 510]);
    expect(excerpt).toMatch(/^… word (?:word )*\[Kubernetes\](?: more)* …$/);
    expect(excerpt.length).toBeLessThan(320);
  });
  it('keeps a text without spaces', () => {
    expect(shown('話'.repeat(400), [300, 302])).toContain('[話話]');
  });
});
