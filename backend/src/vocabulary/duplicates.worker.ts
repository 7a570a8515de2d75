import type { CountedName } from '@earmark/projections/queries';
import { workerJob } from '../kit/process/worker-job.ts';
import { findDuplicates, type DuplicatePair } from './duplicates.ts';

export default workerJob<readonly CountedName[], DuplicatePair[]>(async (names) => findDuplicates(names));
