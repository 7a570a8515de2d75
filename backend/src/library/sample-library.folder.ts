import { join } from 'node:path';

/** A folder of the repository; the server serves its covers and audio. */
export const SAMPLE_LIBRARY = join(import.meta.dirname, '../../../ops/sample-library');
