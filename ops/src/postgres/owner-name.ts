import { randomBytes } from 'node:crypto';
import { currentProcess, findProcess } from './process-identity.ts';

/** The process that made a file, encoded in its name so that no content can be half written. */
export interface Owner {
  readonly pid: number;
  readonly startedAt: string;
}

/** A unique file name for this process. */
export async function newOwnerName(): Promise<string> {
  const { pid, startedAt } = await currentProcess();
  return `${pid}.${startedAt}.${randomBytes(6).toString('hex')}`;
}

/** The owner encoded in a name; null when the name is not one of ours. */
export function ownerOf(name: string): Owner | null {
  const match = /^(\d+)\.([0-9a-zA-Z-]+)\.[0-9a-f]{12}$/.exec(name);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return { pid: Number(match[1]), startedAt: match[2] };
}

export async function isAlive(owner: Owner): Promise<boolean> {
  return (await findProcess(owner.pid))?.startedAt === owner.startedAt;
}
