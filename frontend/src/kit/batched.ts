/**
 * Collects values and passes them to `handle` together, `delayMs` after the first, but never while `handle` is still busy
 * with the previous batch, so that a steady stream of values cannot starve it.
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
    /** Drops everything from now on. */
    stop: () => {
      clearTimeout(timer);
      waiting = [];
    },
  };
}
