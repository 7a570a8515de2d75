/**
 * Collects values and hands them on together, `delayMs` after the first; never while `handle` is still busy with the ones
 * before, so that a stream of values cannot keep it from ever coming to an end.
 */
export function batched<Value>(delayMs: number, handle: (values: readonly Value[]) => Promise<void>) {
  let waiting: Value[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;

  const flush = async () => {
    const values = waiting;
    waiting = [];
    timer = undefined;
    isBusy = true;
    try {
      await handle(values);
    } finally {
      isBusy = false;
      if (waiting.length > 0) schedule();
    }
  };
  const schedule = () => {
    timer ??= setTimeout(() => void flush(), delayMs);
  };

  return {
    add: (value: Value) => {
      waiting.push(value);
      if (!isBusy) schedule();
    },
    /** Hands on nothing more. */
    stop: () => {
      clearTimeout(timer);
      waiting = [];
    },
  };
}
