import { TestEnvironment } from 'jest-environment-node';

/** Specs run in the realm of Node and of the packages (see package-runtime.mjs), so `instanceof` means the same in all. */
export default class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global = globalThis;
  }

  getVmContext() {
    return globalThis;
  }

  async teardown() {
    await super.teardown();
    // The settings of zod are global.
    delete globalThis.__zod_globalConfig?.customError;
  }
}
