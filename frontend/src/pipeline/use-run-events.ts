import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { batched } from '../kit/batched.ts';
import { connectEvents } from '../kit/event-stream.ts';
import type { StreamState } from '../kit/event-stream.ts';
import { RUNS, runView } from './pipeline.api.ts';
import { parseLine } from './run-log.ts';
import type { LogLine } from './run-log.ts';

/** `ended`: all lines are there, and none will follow. */
export type RunStreamState = StreamState | 'ended';

const BATCH_MS = 100;
const NONE: readonly LogLine[] = [];

/**
 * The lines of a run from its beginning, and the state of the connection, which is closed while the tab is hidden: a browser
 * allows few per server. A new connection replays all lines; those that are known are not added again. `isOpen`: whether the
 * run is queued or running, undefined while unknown.
 */
export function useRunEvents(runId: string, isOpen: boolean | undefined) {
  const client = useQueryClient();
  const [state, setState] = useState<RunStreamState>(() =>
    typeof EventSource === 'undefined' ? 'offline' : 'reconnecting',
  );
  const [lines, setLines] = useState(NONE);
  const known = useRef(new Set<string>());
  // A run that is retried continues its stream.
  const [round, setRound] = useState(0);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen === true && wasOpen === false) setRound(round + 1);
  }

  useEffect(() => {
    if (typeof EventSource === 'undefined') return undefined;
    const refresh = () => void client.invalidateQueries({ queryKey: runView(runId).queryKey });
    const fresh = batched<LogLine>(BATCH_MS, async (heard) => {
      const arrived = heard.filter(({ id }) => !known.current.has(id) && known.current.add(id));
      if (arrived.length === 0) return;
      setLines((shown) => [...shown, ...arrived]);
      if (arrived.some(({ type }) => type !== 'step_progress')) refresh();
    });
    let close: (() => void) | null = null;
    let hasEnded = false;
    const hear = (data: string, id: string) => {
      const line = parseLine(data, id);
      if (line === null) return;
      // A run that was retried has several ends.
      hasEnded = line.type === 'complete';
      fresh.add(line);
    };
    const end = () => {
      close?.();
      setState('ended');
      refresh();
    };
    const open = () => {
      close = connectEvents(`${RUNS}/${runId}/events`, {
        onState: (now) => {
          if (hasEnded && now !== 'live') return end();
          setState(now);
          if (now === 'live') refresh();
        },
        onMessage: hear,
        onGap: refresh,
        on: {
          complete: (data, id) => {
            hear(data, id);
            end();
          },
        },
      });
    };
    const onVisibility = () => {
      close?.();
      if (!document.hidden && !hasEnded) open();
    };
    if (!document.hidden) open();
    document.addEventListener('visibilitychange', onVisibility);

    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      fresh.stop();
      close?.();
    };
  }, [client, runId, round]);

  return { state, lines };
}
