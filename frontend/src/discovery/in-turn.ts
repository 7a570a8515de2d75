/** Calls at the same time: a browser has few connections to a server, and the next cards need one. */
const AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs the call as soon as fewer than two others run, in the order in which they were asked for. */
export async function inTurn<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await call();
  } finally {
    const next = waiting.shift();
    // The next one takes over this place.
    if (next === undefined) running -= 1;
    else next();
  }
}
