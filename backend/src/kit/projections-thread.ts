import { Worker } from 'node:worker_threads';
import { Logger } from '@nestjs/common';
import type { StoreUrls } from './core.ts';

/** The compiled file, even when a spec runs this one uncompiled, since a thread cannot load TypeScript. */
const MAIN = new URL('../../../projections/dist/main.js', import.meta.url);
const RESTART_MS = 1000;
/** Most objects become garbage at once, so a small young generation would be collected all the time. */
const YOUNG_GENERATION_MB = 96;

export interface ProjectionsThread {
  stop(): Promise<void>;
}

/**
 * Runs the projections in a separate thread, so that matching and rebuilding hold up nothing else. While another
 * process has the lock, they stand by. A thread that exits is restarted.
 */
export function startProjections(urls: StoreUrls): ProjectionsThread {
  const logger = new Logger('projections');
  let stopping = false;
  let restart: NodeJS.Timeout | null = null;
  let worker: Worker | null = null;
  const start = () => {
    const mine = new Worker(MAIN, {
      workerData: urls,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    worker = mine;
    mine.on('message', (line: unknown) => logger.warn(String(line).replace(/^projections: /, '')));
    mine.on('error', (error) => logger.warn(`${error.message}; starting them again`));
    mine.on('exit', () => {
      worker = null;
      if (!stopping) restart = setTimeout(start, RESTART_MS);
    });
  };
  start();

  return {
    stop: async () => {
      stopping = true;
      if (restart) clearTimeout(restart);
      if (!worker) return;
      const ended = new Promise<void>((resolve) => worker?.once('exit', () => resolve()));
      worker.postMessage('stop');
      await ended;
    },
  };
}
