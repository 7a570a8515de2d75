export {
  CHECKPOINT_CHANNEL,
  createCheckpointTable,
  listCheckpoints,
  listRequests,
  READ_SCHEMA,
  request,
} from './kit/checkpoints.ts';
export type { Checkpoint, Failure, ProjectionRequest, Progress, RequestState } from './kit/checkpoints.ts';
export { ForeignBuild, ForeignLog, foreignRunner, Runner } from './kit/runner.ts';
export { tableSizes, type TableSize } from './kit/table-sizes.ts';
export { verify, type TableComparison } from './kit/verify.ts';
export { projectors } from './projectors.ts';
