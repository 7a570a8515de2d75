import type { ErrorCode } from '@earmark/contracts';

/**
 * A rule refused the request. `message` becomes the problem's `detail`: one sentence that a person can act on. `extra`
 * is added to the problem's fields; its `retryAfterSeconds` (a number) also becomes the header Retry-After.
 */
export class Rejected extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly extra?: Record<string, unknown>,
  ) {
    super(message);
    this.name = 'Rejected';
  }
}

const LONGEST_ECHO = 100;

/** The caller's own text, shortened for use in a sentence. */
export const shortened = (text: string): string => text.slice(0, LONGEST_ECHO);

export const quoted = (text: string): string => `"${shortened(text)}"`;
