import { z } from 'zod';

/** RFC 9457 problem details; `detail` is one actionable sentence. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
});
export type Problem = z.infer<typeof Problem>;

/** Every error code and its HTTP status. */
export const ERROR_STATUS = {
  'cross-site': 403,
  'not-signed-in': 401,
  'wrong-password': 401,
  'wrong-current-password': 403,
  'role-missing': 403,
  'signature-wrong': 403,
  'too-large': 413,
  'too-many-attempts': 429,
  'too-many-calls': 429,
  invalid: 400,
  'transcript-form-unknown': 400,
  'feed-unreadable': 400,
  'feed-without-episodes': 400,
  'address-refused': 400,
  'pattern-without-characters': 400,
  'search-too-costly': 400,
  'episode-unknown': 404,
  'series-unknown': 404,
  'episode-removed': 404,
  'series-removed': 404,
  'entity-unknown': 404,
  'entity-type-unknown': 404,
  'pattern-unknown': 404,
  'not-found': 404,
  'recount-unknown': 404,
  'event-unknown': 404,
  'run-unknown': 404,
  'account-exists': 409,
  'series-elsewhere': 409,
  'series-without-feed': 409,
  'feed-of-another-series': 409,
  'entity-type-exists': 409,
  'pattern-exists': 409,
  'entity-exists': 409,
  'edit-conflict': 409,
  'transcript-edited': 409,
  'version-unknown': 404,
  'file-missing': 404,
  'file-damaged': 500,
  'timestamps-unusable': 409,
  'carry-over-unknown': 404,
  'correction-unknown': 404,
  'correction-decided': 409,
  'corrections-wait': 409,
  'not-revertible': 409,
  'recount-state': 409,
  'run-in-progress': 409,
  'stream-busy': 409,
  'projection-running': 409,
  'outside-refused': 502,
  'publisher-refused': 502,
  'upstream-unavailable': 502,
  'upstream-throttled': 429,
  'outside-slow': 504,
  'not-configured': 503,
  'log-down': 503,
  'maybe-saved': 503,
  'database-down': 503,
  busy: 503,
  'tables-building': 503,
  'full-disk': 507,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

/**
 * Failures that may pass by themselves, so that the same request is worth repeating: after the `retryAfterSeconds` of
 * the error, where it has them.
 */
export const PASSING_ERRORS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'upstream-unavailable',
  'upstream-throttled',
  'outside-slow',
  'busy',
]);
