/** The arguments or options are not ones that the command accepts. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
