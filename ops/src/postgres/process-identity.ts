import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { codeOf } from './embedded-postgres.error.ts';

/** A running process. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Distinguishes it from a later process with the same pid. Letters, digits and dashes only. */
  readonly startedAt: string;
  /** Name of the program, without its folder. */
  readonly command: string;
}

const run = promisify(execFile);

/** The process with this pid; null when there is none, when it is a zombie, and for NaN. */
export async function findProcess(pid: number): Promise<ProcessIdentity | null> {
  if (!Number.isInteger(pid) || pid < 1) return null;
  return process.platform === 'linux' ? findInProc(pid) : findByPs(pid);
}

/** A path to the working folder of a process; null when it has ended or we may not see it. */
export async function workingFolder(pid: number): Promise<string | null> {
  try {
    if (process.platform !== 'linux') {
      const { stdout } = await run('lsof', ['-a', '-p', String(pid), '-d', 'cwd', '-Fn']);
      return /^n(.+)$/m.exec(stdout)?.[1] ?? null;
    }
    // Returns the link itself, not its target: it also opens folders that we cannot reach by path.
    await stat(`/proc/${pid}/cwd`);
    return `/proc/${pid}/cwd`;
  } catch (error) {
    if (isNothing(error)) return null;
    throw error;
  }
}

/** This process. */
export async function currentProcess(): Promise<ProcessIdentity> {
  const current = await findProcess(process.pid);
  if (current === null) throw new Error(`process ${process.pid} cannot find itself`);
  return current;
}

async function findInProc(pid: number): Promise<ProcessIdentity | null> {
  let stat: string;
  try {
    stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if (isNothing(error)) return null;
    throw error;
  }
  // The command is in parentheses and may itself contain parentheses and spaces.
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z' || state === 'X') return null;

  const command = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
  // Start times count from boot, so they are unique only together with the boot id.
  const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).slice(0, 8);
  return { pid, startedAt: `${rest[18]}-${boot}`, command };
}

async function findByPs(pid: number): Promise<ProcessIdentity | null> {
  const env = { PATH: process.env.PATH, LC_ALL: 'C' };
  let line: string;
  try {
    line = (await run('ps', ['-o', 'stat=,lstart=,comm=', '-p', String(pid)], { env })).stdout.trim();
  } catch (error) {
    if (isNothing(error)) return null;
    throw error;
  }
  const match = /^(\S+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.+)$/.exec(line);
  const [, state = 'Z', started = '', program = ''] = match ?? [];
  if (state.startsWith('Z')) return null;

  return { pid, startedAt: String(Date.parse(started)), command: program.slice(program.lastIndexOf('/') + 1) };
}

/** Errors for an ended or foreign process, or the exit code of a program that found none. */
function isNothing(error: unknown): boolean {
  if (typeof error === 'object' && error !== null && 'code' in error && error.code === 1) return true;
  return ['ENOENT', 'ESRCH', 'EACCES'].includes(codeOf(error) ?? '');
}
