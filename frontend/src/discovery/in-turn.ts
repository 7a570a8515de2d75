/** Calls at the same time: a browser has few connections to a server, and the next cards need one. */
const AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** The last call about each subject that has not ended. */
const latest = new Map<string, Promise<unknown>>();
const EVERYTHING = '';

/**
 * Runs the call in its turn, after all earlier ones that have a subject in common with it: a decision that was made after another
 * one about the same candidate must not overtake it. `subjects` null: after all others.
 */
export async function inOrder<Answer>(
  subjects: readonly string[] | null,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const own = subjects ?? [EVERYTHING];
  const earlier =
    subjects === null ? [...latest.values()] : [...own, EVERYTHING].flatMap((one) => latest.get(one) ?? []);
  const answer = earlier.length === 0 ? inTurn(call) : Promise.allSettled(earlier).then(async () => inTurn(call));
  for (const subject of own) latest.set(subject, answer);
  try {
    return await answer;
  } finally {
    for (const subject of own) if (latest.get(subject) === answer) latest.delete(subject);
  }
}

/** Runs the call as soon as fewer than two others run, in the order in which they were asked for. */
async function inTurn<Answer>(call: () => Promise<Answer>): Promise<Answer> {
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
