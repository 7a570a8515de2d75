import { SERVER_ENVIRONMENT, SERVER_PROGRAM } from './server-program.ts';
import { supervise } from './supervisor.ts';
import { outliveReaders } from './unread-output.ts';

outliveReaders();
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());

process.exitCode = await supervise(SERVER_PROGRAM, stopping.signal, { environment: SERVER_ENVIRONMENT });
