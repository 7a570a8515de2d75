import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';
import { keepInMemory } from './stored.fixture.ts';
import { stored, storedKeys } from './stored.ts';

const Seen = z.object({ count: z.number() });
const seen = () => stored('earmark-seen', Seen);

beforeEach(keepInMemory);

describe('a stored value', () => {
  it('is read back until it is removed', () => {
    seen().write({ count: 2 });
    expect(seen().read()).toEqual({ count: 2 });
    seen().write(null);
    expect([seen().read(), seen().text(), storedKeys()]).toEqual([null, null, []]);
  });
  it.each(['{', '7', '{"count":"two"}'])('is null when %s is stored', (text) => {
    localStorage.setItem('earmark-seen', text);
    expect(seen().read()).toBeNull();
  });
  it('is the same object until something else is stored', () => {
    const one = seen();
    one.write({ count: 2 });
    const before = one.read();
    expect(one.read()).toBe(before);
    seen().write({ count: 3 });
    expect(one.read()).toEqual({ count: 3 });
  });
  it('is stored as a bare word for scripts that read it directly', () => {
    const theme = stored('earmark-theme', z.enum(['dark', 'light']), { as: 'text' });
    theme.write('dark');
    expect([localStorage.getItem('earmark-theme'), theme.read()]).toEqual(['dark', 'dark']);
  });
  it('notifies subscribers when this tab or another tab writes it', () => {
    const tabs = new EventTarget();
    Object.assign(globalThis, {
      addEventListener: tabs.addEventListener.bind(tabs),
      removeEventListener: tabs.removeEventListener.bind(tabs),
    });
    const changed = jest.fn();
    const one = seen();
    const stop = one.subscribe(changed);
    one.write({ count: 1 });
    tabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'earmark-seen' }));
    tabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'earmark-other' }));
    tabs.dispatchEvent(Object.assign(new Event('storage'), { key: null }));
    expect(changed).toHaveBeenCalledTimes(3);
    stop();
    one.write({ count: 2 });
    tabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'earmark-seen' }));
    expect(changed).toHaveBeenCalledTimes(3);
  });
});

describe('when the browser cannot store anything', () => {
  const refuse = (): never => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  it('keeps the written value until the page is left', () => {
    Object.defineProperty(globalThis, 'localStorage', { value: { getItem: refuse, setItem: refuse } });
    const one = seen();
    expect(one.read()).toBeNull();
    one.write({ count: 4 });
    expect([one.read(), seen().read()]).toEqual([{ count: 4 }, null]);
  });
});
