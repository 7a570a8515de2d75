import type { Change } from '@earmark/contracts/history';

/** The changes of one request, such as a save, an import or an undo. Newest first, like all lists here. */
export interface Save {
  readonly correlationId: string;
  readonly changes: readonly Change[];
}

/** The changes of one actor without a long break. */
export interface EditingSession {
  readonly actor: string;
  readonly newest: string;
  readonly oldest: string;
  readonly saves: readonly Save[];
}

const BREAK_MS = 30 * 60_000;

/** Groups changes, newest first, by actor without a break of half an hour, and within that by request. */
export function sessionsOf(changes: readonly Change[]): EditingSession[] {
  const sessions: {
    actor: string;
    newest: string;
    oldest: string;
    saves: { correlationId: string; changes: Change[] }[];
  }[] = [];
  for (const change of changes) {
    const session = sessions.at(-1);
    const save = session?.saves.at(-1);
    const isSameSave = save?.correlationId === change.correlationId;
    const isSameSession =
      session?.actor === change.actor && Date.parse(session.oldest) - Date.parse(change.at) < BREAK_MS;
    if (session === undefined || !(isSameSave || isSameSession)) {
      const { actor, at, correlationId } = change;
      sessions.push({ actor, newest: at, oldest: at, saves: [{ correlationId, changes: [change] }] });
      continue;
    }
    session.oldest = change.at;
    if (isSameSave) save?.changes.push(change);
    else session.saves.push({ correlationId: change.correlationId, changes: [change] });
  }

  return sessions;
}

/** The word for a request that made several changes. */
export function nameOfSave({ changes }: Save): 'import' | 'undo' | 'save' {
  if (changes.some(({ type }) => type === 'PatternsImported' || type === 'TranscriptActivated')) return 'import';

  return changes.every(({ reverts, type }) => reverts !== null || type.startsWith('Undo')) ? 'undo' : 'save';
}
