import { fileURLToPath } from 'node:url';
import { supervise } from './supervisor.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());

process.exitCode = await supervise([fileURLToPath(new URL('./serve.js', import.meta.url))], stopping.signal);
