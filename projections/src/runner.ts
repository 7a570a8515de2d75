export {
  CHECKPOINT_CHANNEL,
  createCheckpointTable,
  listCheckpoints,
  listRequests,
  READ_SCHEMA,
  request,
} from './kit/checkpoints.ts';
export type { Checkpoint, Failure, ProjectionRequest, Progress, RequestState } from './kit/checkpoints.ts';
export { ForeignLog, Runner } from './kit/runner.ts';
export { ForeignBuild, foreignRunner } from './kit/runner-lock.ts';
export { tableSizes, type TableSize } from './kit/table-sizes.ts';
export { verify, type TableComparison } from './kit/verify.ts';
export { projectors } from './projectors.ts';
