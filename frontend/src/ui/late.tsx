import { useEffect, useEffectEvent, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { isReachable, isUnloaded, UNREACHABLE, whenReachable } from '../kit/reachable.ts';
import { notify } from './toast.tsx';

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A part of the page that is loaded when it is first shown; `pending` holds its place. Without a connection the reader is
 * told, and it appears once the server answers. Unlike React's `lazy`, it keeps no failure: the page stays.
 */
export function late<Props extends object>(load: Load<Props>, pending: ReactNode = null): ComponentType<Props> {
  const script = scriptOf(load);

  return function Late(props: Props) {
    const Part = usePart(script, true, null);

    return Part === null ? pending : <Part {...props} />;
  };
}

interface Dialog {
  readonly onClose: () => void;
}

interface Openable {
  /** Default: true. */
  readonly isOpen?: boolean;
}

/**
 * A dialog that is loaded when it is first opened. If that fails, the reader is told and it is closed: opened by itself
 * later, it would take the focus from whatever the reader does by then. Once opened it stays, so that it can return the focus.
 */
export function lateDialog<Props extends Dialog>(load: Load<Props>): ComponentType<Props & Openable> {
  const script = scriptOf(load);

  return function LateDialog(props: Props & Openable) {
    const Part = usePart(script, props.isOpen ?? true, props.onClose);

    return Part && <Part {...props} />;
  };
}

interface Script<Props> {
  /** Null: it could not be loaded. */
  readonly load: () => Promise<ComponentType<Props> | null>;
  loaded: ComponentType<Props> | null;
}

function scriptOf<Props>(load: Load<Props>): Script<Props> {
  const script: Script<Props> = {
    load: async () => {
      try {
        script.loaded = await load();
      } catch (error) {
        if (!isUnloaded(error)) throw error;
      }

      return script.loaded;
    },
    loaded: null,
  };

  return script;
}

/** The loaded part; null until then. `onGiveUp`: called instead of waiting for the server. */
function usePart<Props>(script: Script<Props>, isWanted: boolean, onGiveUp: (() => void) | null) {
  const [part, setPart] = useState(() => (isWanted ? script.loaded : null));
  const [crash, setCrash] = useState<{ readonly error: unknown } | null>(null);
  const isPatient = onGiveUp === null;
  const giveUp = useEffectEvent(() => onGiveUp?.());
  const isMissing = isWanted && part === null;
  useEffect(() => {
    if (!isMissing) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    bring(script, isPatient, signal).then(
      (loaded) => {
        if (signal.aborted) return;
        if (loaded === null) giveUp();
        else setPart(() => loaded);
      },
      (error: unknown) => setCrash({ error }),
    );

    return () => leaving.abort();
  }, [isMissing, isPatient, script]);
  // For the error page, as if it had been thrown while the part was drawn.
  if (crash !== null) throw crash.error;

  return part;
}

const TITLE = 'Part of this page could not be loaded';

/** Null when it cannot be loaded, which has been said then. */
async function bring<Props>(script: Script<Props>, isPatient: boolean, signal: AbortSignal) {
  const first = await script.load();
  if (first !== null) return first;
  const isUp = await isReachable(signal);
  if (signal.aborted) return null;
  if (!isUp) {
    notify(TITLE, `${UNREACHABLE} ${isPatient ? 'It appears as soon as it can.' : 'Try again in a moment.'}`);
    if (!isPatient) return null;
    await new Promise<void>((resolve) => whenReachable(signal, resolve));
  }
  const second = await script.load();
  if (second === null && !signal.aborted)
    notify(TITLE, {
      detail: 'Earmark may have been updated since this page was opened.',
      action: { label: 'Reload', run: () => location.reload() },
    });

  return second;
}
