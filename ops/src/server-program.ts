import { fileURLToPath } from 'node:url';

/**
 * The words after `node` that start a server. The limit of each thread's heap is far above what a library of a hundred thousand
 * patterns needs; V8 sizes its garbage by it, and without one a server keeps 300 MB more. NODE_OPTIONS may set another.
 */
export const SERVER_PROGRAM: readonly string[] = [
  ...(process.env['NODE_OPTIONS']?.includes('--max-old-space-size') ? [] : ['--max-old-space-size=1024']),
  fileURLToPath(new URL('./serve.js', import.meta.url)),
];
