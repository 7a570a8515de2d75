import { describe, expect, it } from '@jest/globals';
import { hashPassword, verifyPassword } from './password.ts';

const cheap = { N: 1024, r: 8, p: 1 };

describe('a password', () => {
  it('is stored with a salt and the parameters, using 32 MiB three times by default', async () => {
    const encoded = await hashPassword('secret');

    expect(encoded).toMatch(/^scrypt\$N=32768,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
    expect(await verifyPassword('secret', encoded)).toBe(true);
  });

  it('is verified with the parameters it was stored with', async () => {
    const encoded = await hashPassword('secret', cheap);

    expect(await verifyPassword('secret', encoded, { N: 2048, r: 8, p: 1 })).toBe(true);
    expect(await verifyPassword('Secret', encoded)).toBe(false);
    expect(await hashPassword('secret', cheap)).not.toBe(encoded);
  });

  it('is the same when typed on another system', async () => {
    expect(await verifyPassword('Zoe\u0308', await hashPassword('Zo\u00eb', cheap))).toBe(true);
  });

  it('is never right for an unknown account, which takes as long', async () => {
    expect(await verifyPassword('secret', null, cheap)).toBe(false);
    // The memory asked for is over the limit, so only a real attempt at hashing throws.
    await expect(verifyPassword('secret', null, { N: 2 ** 22, r: 8, p: 1 })).rejects.toThrow(/memory limit/);
  });

  it('is refused when too many are waiting', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 80 }, () => verifyPassword('x', null, cheap)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');

    expect(refused).toHaveLength(28);
    expect(refused[0]?.reason).toMatchObject({ code: 'too-many-attempts' });
    expect(await verifyPassword('x', null, cheap)).toBe(false);
  });

  it('is not compared with a malformed hash', async () => {
    await expect(verifyPassword('secret', 'secret')).rejects.toThrow('not in a known format');
  });
});
