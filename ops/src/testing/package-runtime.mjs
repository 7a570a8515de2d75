import { createRequire } from 'node:module';
import vm from 'node:vm';
import Runtime from 'jest-runtime';

/**
 * Node loads the packages, as in the product and once per worker; only our own files are loaded anew for each spec file.
 * With Jest's own loader, a spec that starts the back end would load 2,800 files instead of 400.
 */
export default class extends Runtime {
  requireModuleOrMock(from, name) {
    return isPackage(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
  }
}

/** True for neither our files nor parts of Jest, which belong to one spec file. */
const isPackage = (name) => !/^([./]|@earmark\/|@jest\/|jest-|node:)/.test(name);

const { compileFunction } = vm;
/** Jest always names a context to compile in, and Node has no name for its own. */
vm.compileFunction = (code, parameters, { parsingContext, ...options }) =>
  compileFunction(code, parameters, parsingContext === globalThis ? options : { ...options, parsingContext });
