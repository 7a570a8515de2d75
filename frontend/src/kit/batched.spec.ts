import { describe, expect, it } from '@jest/globals';
import { batched } from './batched.ts';

describe('values in quick succession', () => {
  it('are handed on together', async () => {
    const { calls, gate, handle } = recorder();
    const batch = batched<number>(0, handle);
    batch.add(1);
    batch.add(2);
    await gate(1);
    expect(calls).toEqual([[1, 2]]);
  });
  it('wait until the previous batch has been handled', async () => {
    const { calls, gate, release, handle } = recorder();
    const batch = batched<number>(0, handle);
    batch.add(1);
    await gate(1);
    batch.add(2);
    batch.add(3);
    expect(calls).toEqual([[1]]);
    release();
    await gate(2);
    expect(calls).toEqual([[1], [2, 3]]);
  });
  it('are dropped after the end', async () => {
    const { calls, handle } = recorder();
    const batch = batched<number>(0, handle);
    batch.add(1);
    batch.stop();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(calls).toEqual([]);
  });
});

function recorder() {
  const calls: (readonly number[])[] = [];
  let release = () => {};
  let called: { count: number; done: () => void } | null = null;

  return {
    calls,
    release: () => release(),
    /** Resolves once the handler has been called this many times. */
    gate: (count: number) =>
      new Promise<void>((done) => {
        called = { count, done };
        if (calls.length >= count) done();
      }),
    handle: (values: readonly number[]) => {
      calls.push(values);
      if (called !== null && calls.length >= called.count) called.done();

      return new Promise<void>((resolve) => {
        release = resolve;
      });
    },
  };
}
