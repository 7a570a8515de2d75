import type { Change } from '@earmark/contracts/history';
import { describe, expect, it } from '@jest/globals';
import { changeWith } from '../testing/change.ts';
import { nameOfSave, sessionsOf } from './editing-sessions.ts';

describe('editing sessions', () => {
  it('contain what one actor did without a break of half an hour', () => {
    const sessions = sessionsOf([
      change('ada', '12:50', 'c'),
      change('ada', '12:21', 'b'),
      change('ada', '11:50', 'a'),
    ]);
    expect(sessions.map(({ saves }) => saves.map(({ correlationId }) => correlationId))).toEqual([['c', 'b'], ['a']]);
    expect(sessions[0]).toMatchObject({ actor: 'ada', newest: at('12:50'), oldest: at('12:21') });
  });
  it('end where another actor makes a change', () => {
    const sessions = sessionsOf([
      change('ada', '12:02', 'c'),
      change('lin', '12:01', 'b'),
      change('ada', '12:00', 'a'),
    ]);
    expect(sessions.map(({ actor }) => actor)).toEqual(['ada', 'lin', 'ada']);
  });
  it('keep the changes of one request together, whatever its duration and actors', () => {
    const sessions = sessionsOf([change('pipeline', '15:00', 'a'), change('ada', '12:00', 'a')]);
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.saves[0]?.changes).toHaveLength(2);
  });
  it('are empty without changes', () => {
    expect(sessionsOf([])).toEqual([]);
  });
});

describe('the changes of one request', () => {
  it('are called a save, an import or an undo', () => {
    const of = (...types: Partial<Change>[]) =>
      nameOfSave({ correlationId: 'a', changes: types.map((more) => ({ ...change('ada', '12:00', 'a'), ...more })) });
    expect(of({ type: 'SegmentEdited' }, { type: 'SpeakerRenamed' })).toBe('save');
    expect(of({ type: 'PatternsImported' }, { type: 'EntityNamed' })).toBe('import');
    expect(of({ type: 'UndoFinished' }, { type: 'SegmentEdited', reverts: '1' })).toBe('undo');
  });
});

const at = (time: string): string => `2026-01-31T${time}:00.000Z`;

let count = 0;
const change = (actor: string, time: string, correlationId: string): Change =>
  changeWith({ eventId: String((count += 1)), at: at(time), actor, correlationId });
