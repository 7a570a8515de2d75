import '@testing-library/jest-dom/jest-globals';
import { afterAll, afterEach, beforeAll, jest } from '@jest/globals';
import { cleanup, configure } from '@testing-library/react';
import { server } from './server.ts';

// A busy machine may need more than the default second.
configure({ asyncUtilTimeout: 20_000 });

// Browser APIs that Radix and the theme need and jsdom lacks.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
globalThis.IntersectionObserver ??= class {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
};
if (!('getEntriesByType' in performance)) Object.assign(performance, { getEntriesByType: () => [] });
const absent = {
  scrollIntoView: (): void => undefined,
  hasPointerCapture: (): boolean => false,
  setPointerCapture: (): void => undefined,
  releasePointerCapture: (): void => undefined,
};
for (const [name, value] of Object.entries(absent))
  if (!(name in Element.prototype)) Object.defineProperty(Element.prototype, name, { value, configurable: true });
window.matchMedia ??= (media) => ({
  media,
  matches: false,
  onchange: null,
  addEventListener: jest.fn(),
  removeEventListener: jest.fn(),
  addListener: jest.fn(),
  removeListener: jest.fn(),
  dispatchEvent: () => false,
});

// AbortSignals are Node's here, as fetch requires; jsdom accepts only its own. The window has a method of its own.
for (const target of [EventTarget.prototype, window]) {
  const addEventListener: EventTarget['addEventListener'] = Reflect.get(target, 'addEventListener');
  target.addEventListener = function (
    this: EventTarget,
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void {
    if (typeof options !== 'object' || options.signal === undefined)
      return addEventListener.call(this, type, listener, options);
    const { signal, ...rest } = options;
    if (signal.aborted) return;
    addEventListener.call(this, type, listener, rest);
    signal.addEventListener('abort', () => this.removeEventListener(type, listener, rest));
  };
}

// A request without a handler is a mistake in the spec.
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(() => server.close());
