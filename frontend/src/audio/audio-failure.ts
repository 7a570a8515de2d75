// Codes of the browser's MediaError.
const REASONS: ReadonlyMap<number, string> = new Map([
  [1, 'Loading was stopped.'],
  [2, 'The connection broke while the audio was loading.'],
  [3, 'The file is damaged or in a form this browser cannot decode.'],
  [4, 'The file cannot be reached, or this browser cannot play its form.'],
]);

/** Why the audio cannot be played, as a sentence. `code` is that of the browser's MediaError, null when it gives none. */
export const failureReason = (code: number | null): string =>
  (code === null ? undefined : REASONS.get(code)) ?? 'The browser gives no reason.';
