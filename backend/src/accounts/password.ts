import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Rejected } from '../kit/rejected.ts';

/** scrypt's parameters; memory is 128 · N · r bytes. */
export interface ScryptCost {
  /** A power of two. */
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/**
 * As strong as N = 2^17 with p = 1, in a quarter of its memory:
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt
 */
export const DEFAULT_COST: ScryptCost = { N: 2 ** 15, r: 8, p: 3 };

const KEY_BYTES = 32;
const MAX_MEMORY_BYTES = 256 * 1024 * 1024;
const ENCODED = /^scrypt\$N=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

/** `scrypt$N=…,r=…,p=…$salt$key`, salt and key in base64url. */
export async function hashPassword(password: string, cost: ScryptCost = DEFAULT_COST): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);

  return `scrypt$N=${cost.N},r=${cost.r},p=${cost.p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/**
 * Compares in constant time. When `encoded` is null (there is no such account), works as long at `cost` and returns
 * false. Throws when `encoded` is not in our format.
 */
export async function verifyPassword(
  password: string,
  encoded: string | null,
  cost: ScryptCost = DEFAULT_COST,
): Promise<boolean> {
  if (encoded === null) {
    await derive(password, randomBytes(16), cost);
    return false;
  }

  const [, N, r, p, salt, key] = ENCODED.exec(encoded) ?? [];
  if (salt === undefined || key === undefined) throw new Error('a stored password hash is not in a known format');
  const expected = Buffer.from(key, 'base64url');
  const actual = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });

  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Whether a hash was made with other parameters, so that it should be replaced while the password is known. */
export const isOutdated = (encoded: string, { N, r, p }: ScryptCost): boolean =>
  !encoded.startsWith(`scrypt$N=${N},r=${r},p=${p}$`);

/** NFKC, so that the same keys pressed on another system are the same password. */
const derive = (password: string, salt: Buffer, cost: ScryptCost): Promise<Buffer> =>
  inTurn(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { ...cost, maxmem: MAX_MEMORY_BYTES }, (error, key) =>
          error === null ? resolve(key) : reject(error),
        );
      }),
  );

// Each hash takes 32 MiB and one of Node's four worker threads, which file and DNS look-ups also need.
const MAX_RUNNING = 2;
const MAX_WAITING = 50;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting.length >= MAX_WAITING)
    throw new Rejected('too-many-attempts', 'Too many people are signing in right now. Try again in a few seconds.', {
      retryAfterSeconds: 10,
    });
  if (running < MAX_RUNNING) running++;
  else await new Promise<void>((resolve) => waiting.push(resolve));

  try {
    return await work();
  } finally {
    // The slot goes straight to the next in line, so that no newcomer takes it.
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}
