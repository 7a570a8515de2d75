import { describe, expect, it } from '@jest/globals';
import { dayOf, startOfDay } from './days.ts';

describe('days', () => {
  it('are named by their distance, then by their date', () => {
    const now = new Date(2026, 1, 1, 9);
    const at = (date: number, hour: number) => dayOf(new Date(2026, 1, date, hour).toISOString(), now);
    expect([at(1, 0), at(0, 23)]).toEqual(['Today', 'Yesterday']);
    // Whether with a comma is up to the browser.
    expect(at(-1, 12)).toMatch(/^Friday,? 30 January 2026$/);
  });

  it('begin at midnight where the reader is', () => {
    expect(startOfDay('2026-02-01')).toBe(new Date(2026, 1, 1).toISOString());
    expect(startOfDay('2026-02-28', 1)).toBe(new Date(2026, 2, 1).toISOString());
    expect(startOfDay('soon')).toBeNull();
  });
});
