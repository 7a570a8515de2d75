import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { isReachable, isUnloaded, whenReachable } from '../kit/reachable.ts';

/** Shown in place of a page that crashed or could not be loaded; the shell around it keeps working. */
export function CrashPage({ error }: { readonly error: unknown }) {
  const message = error instanceof Error ? error.message : 'An unknown error occurred.';
  if (isUnloaded(error)) return <UnloadedPage />;

  return (
    <Notice
      failed
      level={2}
      title="This page stopped working"
      action={<Button onClick={() => location.reload()}>Reload the page</Button>}
      className="m-auto"
    >
      {message}
    </Notice>
  );
}

/** In place of the whole site, when the shell itself has crashed. */
export const CrashedSite = ({ error }: { readonly error: unknown }) => (
  <main className="flex min-h-dvh">
    <CrashPage error={error} />
  </main>
);

/** A script that is missing after a reload, too, would be asked for again and again. */
const RELOADED_AT = 'earmark.reloaded-at';
const ONCE_IN_MS = 60_000;
const wasJustReloaded = () => Date.now() - Number(sessionStorage.getItem(RELOADED_AT) ?? 0) <= ONCE_IN_MS;

interface UnloadedPageProps {
  readonly reload?: () => void;
}

/** Its script could not be loaded: there is no connection, or a new version of the site has replaced it. */
export function UnloadedPage({ reload = () => location.reload() }: UnloadedPageProps) {
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    void isReachable(signal).then((isUp) => {
      if (signal.aborted) return;
      // A connection that was lost again, however soon, is worth another reload.
      if (isUp && wasJustReloaded()) setMissing(true);
      else
        whenReachable(signal, () => {
          sessionStorage.setItem(RELOADED_AT, String(Date.now()));
          reload();
        });
    });

    return () => stopping.abort();
  }, [reload]);

  return (
    <Notice
      failed
      level={2}
      title="This page could not be loaded"
      action={<Button onClick={reload}>Try again</Button>}
      className="m-auto"
    >
      {isMissing
        ? 'Part of it is missing on the server. Try again in a moment, or tell whoever runs this site.'
        : 'Earmark does not answer, or this device is offline. The page loads by itself as soon as it can.'}
    </Notice>
  );
}
