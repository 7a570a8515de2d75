import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clusterIn } from '../../postgres/cluster.ts';
import { namesIn } from '../../postgres/folder-lock.ts';
import { alone, preparedFolder } from '../../testing/prepared-folder.ts';
import { leaveProductRunning, PASSWORD, runProduct } from './product-process.ts';
import type { Library } from './product-process.ts';

/** Gives a new data folder this library, loaded once in a test run. Resolves to the cookie of a signed-in administrator. */
export async function copyLibrary(library: Library, dataDir: string): Promise<string> {
  const prepared = await preparedFolder(library, (folder) => prepare(library, folder));
  await promisify(execFile)('cp', ['-a', join(prepared, 'data'), dataDir]);

  return readFile(join(prepared, 'cookie'), 'utf8');
}

/** Address of the product that specs of a run share which only look at the sample library: it ends with the run. */
export async function sharedProduct(): Promise<string> {
  const folder = join(tmpdir(), 'shared-product');

  return alone(folder, async () => {
    const address = join(folder, 'address');
    const known = (await namesIn(folder)).includes('address') ? await readFile(address, 'utf8') : null;
    if (known !== null && (await answers(known))) return known;
    await rm(join(folder, 'data'), { recursive: true, force: true });
    await copyLibrary('sample', join(folder, 'data'));
    const url = await leaveProductRunning(join(folder, 'data'), 'sample', join(folder, 'log'));
    await writeFile(address, url);

    return url;
  });
}

async function prepare(library: Library, folder: string): Promise<void> {
  const dataDir = join(folder, 'data');
  const { url, stop } = await runProduct(dataDir, library);
  const cookie = await logIn(url, 'admin');
  await stop();
  // Copies run at the same time.
  await rm(clusterIn(dataDir).portFile);
  await writeFile(join(folder, 'cookie'), cookie);
}

/** Cookie of a new session, as `name=value`. Throws when it is refused. */
export async function logIn(url: string, username: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`${username} could not sign in: ${answer.status}`);

  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
