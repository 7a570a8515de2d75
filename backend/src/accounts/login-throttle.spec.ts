import { describe, expect, it } from '@jest/globals';
import { LoginThrottle } from './login-throttle.ts';

describe('the throttle', () => {
  it('allows failures up to the limit and refuses the next, with the time to wait', async () => {
    const { failing, clock } = given({ perUsername: 2 });
    await failing('ada');
    clock.now += 60_000;
    await failing('ada');

    await expect(failing('ada')).rejects.toMatchObject({
      code: 'too-many-attempts',
      message: 'Too many failed log-ins. Try again in 14 minutes.',
      extra: { retryAfterSeconds: 840 },
    });
  });

  it('starts over when the window has passed', async () => {
    const { failing, clock } = given({ perUsername: 1 });
    await failing('ada');
    clock.now += 900_000;

    expect(await failing('ada')).toBeNull();
  });

  it('forgets the failures of a user name when it signs in, but not those of the address', async () => {
    const { failing, succeeding } = given({ perUsername: 2, perAddress: 3 });
    await failing('ada');
    await succeeding('ada');
    await failing('ada');
    expect(await failing('bob')).toBeNull();

    await expect(succeeding('eve')).rejects.toMatchObject({ code: 'too-many-attempts' });
  });

  it('does not count successes or errors', async () => {
    const { throttle, failing, succeeding } = given({ perUsername: 1, perAddress: 1 });
    await succeeding('ada');
    await succeeding('ada');
    await expect(throttle.attempt('ada', '192.0.2.1', () => Promise.reject(new Error('down')))).rejects.toThrow('down');

    expect(await failing('ada')).toBeNull();
  });

  it('counts attempts in progress, so that sending many at once gains no extra tries', async () => {
    const { failing } = given({ perUsername: 2 });
    const outcomes = await Promise.allSettled([failing('ada'), failing('ada'), failing('ada')]);

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });

  it('refuses none of many concurrent attempts that succeed', async () => {
    const { succeeding } = given({ perUsername: 2 });

    expect(await Promise.all(Array.from({ length: 14 }, () => succeeding('ada')))).toEqual(Array(14).fill('in'));
  });

  it('counts addresses separately, but those of one sender together', async () => {
    const { failing } = given({ perUsername: 1 });
    await failing('ada', '192.0.2.1');
    await failing('ada', '2001:db8:1:2::1');

    expect(await failing('ada', '192.0.2.2')).toBeNull();
    expect(await failing('ada', '2001:db8:1:3::1')).toBeNull();
    await expect(failing('ada', '::ffff:192.0.2.1')).rejects.toMatchObject({ code: 'too-many-attempts' });
    await expect(failing('ada', '2001:db8:1:2:ffff::9')).rejects.toMatchObject({ code: 'too-many-attempts' });
  });

  it('lets attempts at an account that many addresses guess at take turns, and locks nobody out', async () => {
    const { throttle, failing, waits } = given({ perUsername: 2, perAccount: 3 });
    await throttle.attempt('ada', '192.0.2.200', () => Promise.resolve('in'));
    for (const host of [1, 2, 3]) await failing('ada', `192.0.2.${host}`);
    expect(waits).toEqual([]);
    for (const host of [4, 5, 6]) await failing('ada', `192.0.2.${host}`);
    expect(waits).toEqual([1000, 2000]);

    // From where she has signed in before, she does not wait; elsewhere she gets a turn.
    expect(await throttle.attempt('ada', '192.0.2.200', () => Promise.resolve('in'))).toBe('in');
    expect(waits).toHaveLength(2);
    expect(await throttle.attempt('ada', '198.51.100.1', () => Promise.resolve('in'))).toBe('in');
    expect(waits).toHaveLength(3);
    expect(await failing('bob', '192.0.2.7')).toBeNull();
    expect(waits).toHaveLength(3);
  });

  it('refuses attempts at an account when too many wait for their turn', async () => {
    const { failing, clock } = given({ perUsername: 100, perAccount: 0 });
    for (let count = 0; count <= 20; count++) await failing('ada', `192.0.2.${count}`);

    await expect(failing('ada', '192.0.2.99')).rejects.toMatchObject({
      code: 'too-many-attempts',
      message: 'Too many failed log-ins for this account. Try again in a few seconds.',
      extra: { retryAfterSeconds: 1 },
    });
    clock.now += 1000;
    expect(await failing('ada', '192.0.2.99')).toBeNull();
  });
});

function given(limits: { perUsername: number; perAddress?: number; perAccount?: number }) {
  const clock = { now: 1_000_000 };
  const waits: number[] = [];
  const throttle = new LoginThrottle(
    { perAddress: 100, perAccount: 100, turnMs: 1000, windowMs: 900_000, ...limits },
    () => clock.now,
    async (ms) => waits.push(ms),
  );

  return {
    clock,
    waits,
    throttle,
    failing: (name: string, ip = '192.0.2.1') => throttle.attempt(name, ip, () => Promise.resolve(null)),
    succeeding: (name: string, ip = '192.0.2.1') => throttle.attempt(name, ip, () => Promise.resolve('in')),
  };
}
