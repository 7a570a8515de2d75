import { useRouteError } from 'react-router-dom';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** What is left of a page that broke; the shell around it goes on working. */
export function CrashPage() {
  const error = useRouteError();

  return (
    <Notice
      failed
      level={2}
      title="This page stopped working"
      action={<Button onClick={() => location.reload()}>Load it again</Button>}
      className="m-auto"
    >
      {error instanceof Error ? error.message : 'An unknown error occurred.'}
    </Notice>
  );
}
