export {
  CHECKPOINT_CHANNEL,
  createCheckpointTable,
  listCheckpoints,
  READ_SCHEMA,
  REQUEST_CHANNEL,
} from './kit/checkpoints.ts';
export type { Checkpoint, Failure, ProjectionRequest, Progress } from './kit/checkpoints.ts';
export { ForeignLog, Runner } from './kit/runner.ts';
export { verify, type TableComparison } from './kit/verify.ts';
export { projectors } from './projectors.ts';
