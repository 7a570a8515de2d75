import { BatchLine } from '@earmark/contracts/discovery';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { batched } from '../kit/batched.ts';
import { connectEvents } from '../kit/event-stream.ts';
import type { StreamState } from '../kit/event-stream.ts';
import { BATCHES, discoveryBatches } from './discovery.api.ts';

type Line = z.infer<typeof BatchLine>;
export type LogLine = Extract<Line, { type: 'log' }> & { readonly id: string };
export type BatchProgress = Omit<Extract<Line, { type: 'progress' }>, 'type' | 'episodeUuid'>;
export type BatchEnd = Omit<Extract<Line, { type: 'complete' }>, 'type'>;

interface Heard {
  readonly lines: readonly LogLine[];
  readonly progress: BatchProgress | null;
  /** Null while it runs. */
  readonly end: BatchEnd | null;
  /** Null until the first connection is made or fails. */
  readonly state: StreamState | null;
}

const LINES_EVERY_MS = 100;
const NOTHING: Heard = { lines: [], progress: null, end: null, state: null };

/** The output of a batch from its beginning. A new connection replays lines; those that are known are not added again. */
export function useBatchStream(batchId: string): Heard {
  const client = useQueryClient();
  const [heard, setHeard] = useState<Heard & { of: string }>({ ...NOTHING, of: batchId });

  useEffect(() => {
    if (typeof EventSource === 'undefined') return undefined;
    const set = (change: (known: Heard) => Partial<Heard>) =>
      setHeard((known) => {
        const before = known.of === batchId ? known : { ...NOTHING, of: batchId };

        return { ...before, ...change(before) };
      });
    const known = new Set<string>();
    const fresh = batched<LogLine>(LINES_EVERY_MS, async (lines) =>
      set((before) => ({ lines: [...before.lines, ...lines] })),
    );
    let count = 0;
    let close: () => void = () => {};
    const hear = (data: string, lastId: string) => {
      const parsed = BatchLine.safeParse(JSON.parse(data));
      if (!parsed.success) return;
      const { data: line } = parsed;
      if (line.type === 'log') {
        const id = lastId === '' ? `${line.timestamp} ${data}` : lastId;
        if (known.has(id)) return;
        known.add(id);
        count += 1;
        fresh.add({ ...line, id: `${count}` });
      } else if (line.type === 'progress') set(() => ({ progress: line }));
      else {
        set(() => ({ end: line }));
        // All lines are there, and none will follow.
        close();
        void client.invalidateQueries({ queryKey: discoveryBatches.queryKey });
      }
    };
    close = connectEvents(`${BATCHES}/${batchId}/events`, {
      onState: (state) => set(() => ({ state })),
      onMessage: hear,
      onGap: () => {},
      on: { log: hear, progress: hear, complete: hear },
    });

    return () => {
      fresh.stop();
      close();
    };
  }, [client, batchId]);

  return heard.of === batchId ? heard : NOTHING;
}
