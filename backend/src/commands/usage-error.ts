/** The words of a command are off. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
