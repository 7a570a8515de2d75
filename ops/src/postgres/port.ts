import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { codeOf } from './embedded-postgres.error.ts';

export const HOST = '127.0.0.1';

/** The last port when it is free, otherwise another free one. */
export async function choosePort(portFile: string): Promise<number> {
  const remembered = await rememberedPort(portFile);
  return remembered !== null && (await isFree(remembered)) ? remembered : listenOnce(0);
}

export async function rememberPort(portFile: string, port: number): Promise<void> {
  if ((await rememberedPort(portFile)) !== port) await writeFile(portFile, `${port}\n`);
}

async function rememberedPort(portFile: string): Promise<number | null> {
  try {
    const port = Number(await readFile(portFile, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : null;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** True when a server can listen on this loopback port now. */
export async function isFree(port: number): Promise<boolean> {
  try {
    await listenOnce(port);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE' || codeOf(error) === 'EACCES') return false;
    throw error;
  }
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, HOST, () => {
      const address = server.address();
      const found = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(found));
    });
  });
}
