import { expect, it } from '@jest/globals';
import { keepAlive } from './watchdog.ts';

it('looks again when the process has no files left, and says so once', async () => {
  const outcomes = [outOfFiles, outOfFiles, async () => true];
  const said: string[] = [];
  const revive = async () => (outcomes.shift() ?? (async () => false))();
  await keepAlive({ revive, isStopping: () => outcomes.length === 0, say: (line) => said.push(line), everyMs: 1 });

  expect(said).toEqual([
    'Cannot look after Postgres: EMFILE: too many open files; trying again',
    'Postgres is running again',
  ]);
});

it('ends when the database does not start', async () => {
  const revive = async () => Promise.reject(new Error('another program took the port'));

  await expect(keepAlive({ revive, isStopping: () => false, say: () => undefined, everyMs: 1 })).rejects.toThrow(
    'another program took the port',
  );
});

async function outOfFiles(): Promise<boolean> {
  throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
}
