import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A Node process that can require our TypeScript files. */
export interface TypeScriptProcess {
  readonly process: ChildProcess;
  /** The next line it prints. Rejects with its stderr when it ends without one. */
  nextLine(): Promise<string>;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
}

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** This version of Node does not run TypeScript, and a separate process is outside Jest's transform. */
const HOOK = `
const swc = require('@swc/core');
const options = { swcrc: false, configFile: false, module: { type: 'commonjs' },
  jsc: { target: 'es2023', parser: { syntax: 'typescript' } } };
require.extensions['.ts'] = (module, file) => module._compile(swc.transformFileSync(file, options).code, file);
`;

/**
 * Starts a process that runs `source` (CommonJS, working folder is the repository), in a process group of its own.
 * `uid` and `gid` start it as another user, which requires root.
 */
export function startTypeScript(source: string, as: { uid?: number; gid?: number } = {}): TypeScriptProcess {
  const child = spawn(process.execPath, ['-e', HOOK + source], {
    ...as,
    cwd: repository,
    detached: true,
    env: { PATH: process.env.PATH },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    process: child,
    ended,
    async nextLine() {
      const line = await lines.next();
      if (line.done !== true) return line.value;
      await ended;
      throw new Error(`the process ended: ${stderr}`);
    },
  };
}
