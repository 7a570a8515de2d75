import { TestEnvironment } from 'jest-environment-jsdom';

/** Browser globals that jsdom lacks, or implements in a way that fetch and the router do not accept. */
const OF_NODE = [
  ...['TextEncoder', 'TextDecoder', 'TextEncoderStream', 'TextDecoderStream'],
  ...['fetch', 'Request', 'Response', 'Headers', 'FormData', 'Blob', 'File'],
  ...['ReadableStream', 'TransformStream', 'WritableStream', 'BroadcastChannel', 'structuredClone'],
  ...['AbortController', 'AbortSignal'],
];

export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of OF_NODE) this.global[name] = globalThis[name];
  }
}
