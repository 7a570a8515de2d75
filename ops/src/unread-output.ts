import { codeOf } from './postgres/embedded-postgres.error.ts';

/**
 * Whoever reads our output, such as `head` or a terminal, may go first. Without this the process would end in the middle
 * of its work, and its Postgres would outlive it.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (!READER_GONE.has(codeOf(error) ?? '')) throw error;
    });
}

const READER_GONE = new Set(['EPIPE', 'EIO']);
