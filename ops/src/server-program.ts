import { fileURLToPath } from 'node:url';

// By default, garbage and gaps take 90 MB more for a library of a hundred thousand patterns (`npm run bench -- scale`).

/**
 * The words after `node` that start a server. The limit of each thread's heap is far above what it needs; V8 sizes its
 * garbage by it. NODE_OPTIONS may set another.
 */
export const SERVER_PROGRAM: readonly string[] = [
  ...(process.env['NODE_OPTIONS']?.includes('--max-old-space-size') ? [] : ['--max-old-space-size=1024']),
  // Of the main thread; others set their own.
  '--max-semi-space-size=8',
  '--heap-growing-percent=25',
  fileURLToPath(new URL('../../dist/serve.js', import.meta.url)),
];

/** Environment variables of a server, where ours has no others: glibc does not keep memory for each thread. */
export const SERVER_ENVIRONMENT: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '2',
};
