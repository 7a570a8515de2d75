import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { lateDialog } from './late.tsx';

// Editors load it for questions of their own.
export const loadLeaveQuestion = () => import('./confirm-dialog.tsx');
const ConfirmDialog = lateDialog(async () => (await loadLeaveQuestion()).ConfirmDialog);

// The unsaved parts of the page. The router supports one blocker at a time, so all editors share it.
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

/**
 * Asks on behalf of all guards before the page is left. A change of the query alone does not count as leaving. Use it once,
 * at the root.
 */
export function LeaveQuestion() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  const isLeaving = useRef(false);

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
      isOpen={blocker.state === 'blocked'}
      onConfirm={() => {
        isLeaving.current = true;
        blocker.proceed?.();
      }}
      onClose={() => {
        // Either answer closes the dialog.
        if (!isLeaving.current) blocker.reset?.();
        isLeaving.current = false;
      }}
    />
  );
}
