import { fileURLToPath } from 'node:url';

/** A folder of the repository; the server serves its covers and audio. */
export const SAMPLE_LIBRARY = fileURLToPath(new URL('../../../ops/sample-library', import.meta.url));
