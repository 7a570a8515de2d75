import { afterEach, beforeEach } from '@jest/globals';
import { act } from '@testing-library/react';

/** A fake EventSource, which jsdom does not have; the spec plays the server. */
export class FakeEventSource extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readyState = 0;

  constructor(readonly url: string) {
    super();
    FakeEventSource.opened.push(this);
  }

  close(): void {
    this.readyState = 2;
  }

  accept(): void {
    this.readyState = 1;
    act(() => void this.dispatchEvent(new Event('open')));
  }

  push(data: unknown, lastEventId: string, name = 'message'): void {
    act(() => void this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId })));
  }

  /** `isFinal`: the server has refused the connection, so the browser gives up. */
  break(isFinal = false): void {
    this.readyState = isFinal ? 2 : 0;
    act(() => void this.dispatchEvent(new Event('error')));
  }
}

/** Installs it for the specs of a file. */
export function fakeEventSources(): typeof FakeEventSource {
  beforeEach(() => {
    FakeEventSource.opened = [];
    Object.assign(globalThis, { EventSource: FakeEventSource });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'EventSource');
  });

  return FakeEventSource;
}
