/** Whether one of the fields contains the text, in any case. A blank text passes every episode. */
export function passesFilter(fields: readonly string[], text: string): boolean {
  const wanted = text.trim().toLowerCase();

  return wanted === '' || fields.some((field) => field.toLowerCase().includes(wanted));
}

const LONGEST_LOCAL_CHARACTERS = 2;

/** Whether the text is long enough for the server to search; a shorter one filters what is loaded. */
export const isServerSearch = (text: string): boolean => text.trim().length > LONGEST_LOCAL_CHARACTERS;
