import { useRouteError } from 'react-router-dom';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** Shown in place of a page that crashed; the shell around it keeps working. */
export function CrashPage() {
  const error = useRouteError();

  return (
    <Notice
      failed
      level={2}
      title="This page stopped working"
      action={<Button onClick={() => location.reload()}>Reload the page</Button>}
      className="m-auto"
    >
      {error instanceof Error ? error.message : 'An unknown error occurred.'}
    </Notice>
  );
}
