/** The command was typed in a way that it does not accept. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
