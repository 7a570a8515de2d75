// Codes of the browser's MediaError.
const REASONS: ReadonlyMap<number, string> = new Map([
  [1, 'Loading was stopped.'],
  [2, 'The connection broke while the audio was loading.'],
  [3, 'The file is damaged or in a format this browser cannot decode.'],
  [4, 'The file cannot be reached, or this browser cannot play its format.'],
]);

/** Why the audio cannot be played, as a sentence. `code` comes from the browser's MediaError; null when there is none. */
export const failureReason = (code: number | null): string =>
  (code === null ? undefined : REASONS.get(code)) ?? 'The browser gave no reason.';
