import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Workspace } from './workspace.ts';

const PROGRAM = fileURLToPath(new URL('../start.js', import.meta.url));
const PASSWORD = 'a password for one run';
const RUNNING = /Earmark is running: (\S+)/;

/** Calls the server as its admin; the answer's JSON and the milliseconds until it was there. Throws for any error status. */
export type AdminCall = (
  method: string,
  path: string,
  body?: string,
  headers?: Record<string, string>,
) => Promise<{ ms: number; answer: unknown }>;

/** Runs the server on a data folder of the workspace, in a process of its own, while `work` calls it. */
export const withServer = <Value>(
  workspace: Workspace,
  folder: string,
  work: (call: AdminCall) => Promise<Value>,
): Promise<Value> =>
  workspace.during(async (signal) => {
    const child = spawn(process.execPath, [PROGRAM], {
      env: {
        ...process.env,
        DATA_DIR: workspace.path(folder),
        DATABASE_URL: '',
        EVENTSTORE_URL: '',
        PORT: '0',
        SAMPLE_LIBRARY: 'off',
        ADMIN_PASSWORD: PASSWORD,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const stop = () => child.kill('SIGTERM');
    signal.addEventListener('abort', stop);
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    try {
      const url = await new Promise<string>((resolve, reject) => {
        let output = '';
        child.stdout.setEncoding('utf8').on('data', (text: string) => {
          output += text;
          const found = RUNNING.exec(output)?.[1];
          if (found !== undefined) resolve(found);
        });
        child.once('error', reject);
        child.once('close', () => reject(new Error(`the server did not start: ${output}`)));
      });

      return await work(await signIn(url));
    } finally {
      stop();
      await ended;
      signal.removeEventListener('abort', stop);
    }
  });

async function signIn(url: string): Promise<AdminCall> {
  const common = { origin: url, 'content-type': 'application/json' };
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: common,
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

  return async (method, path, body, headers = {}) => {
    const start = performance.now();
    const response = await fetch(url + path, {
      method,
      headers: { ...common, cookie, ...headers },
      body: body ?? null,
    });
    const text = await response.text();
    const ms = performance.now() - start;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);

    return { ms, answer: JSON.parse(text) };
  };
}
