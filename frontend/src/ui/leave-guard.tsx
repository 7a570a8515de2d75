import { useEffect } from 'react';
import type { Location } from '../kit/router/history.ts';
import { useLeaving } from '../kit/router/routing.tsx';
import { lateDialog } from './late.tsx';

// Editors load it for questions of their own.
export const loadLeaveQuestion = () => import('./confirm-dialog.tsx');
const ConfirmDialog = lateDialog(async () => (await loadLeaveQuestion()).ConfirmDialog);

// The unsaved parts of the page. The router asks one question at a time, so all editors share it.
const unsaved = new Set<symbol>();

/** Asks once before the user leaves a page with unsaved changes. */
export function LeaveGuard({ isUnsaved }: { isUnsaved: boolean }) {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const editor = Symbol('editor');
    unsaved.add(editor);

    return () => void unsaved.delete(editor);
  }, [isUnsaved]);

  return null;
}

const mustAsk = (from: Location, to: Location) => unsaved.size > 0 && from.pathname !== to.pathname;

/**
 * Asks on behalf of all guards before the page is left. A change of the query alone does not count as leaving. Use it once,
 * at the root.
 */
export function LeaveQuestion() {
  const leaving = useLeaving(mustAsk);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved.size > 0) event.preventDefault();
    };
    addEventListener('beforeunload', ask);

    return () => removeEventListener('beforeunload', ask);
  }, []);

  return (
    <ConfirmDialog
      title="Leave without saving?"
      about="Your changes are kept as a draft in this browser and are here when you come back."
      confirm="Leave"
      isOpen={leaving !== null}
      onConfirm={() => leaving?.leave()}
      onClose={() => leaving?.answered()}
    />
  );
}
