import { join } from 'node:path';

/** Of the repository; the server serves its covers and audio. */
export const SAMPLE_LIBRARY = join(import.meta.dirname, '../../../ops/sample-library');
