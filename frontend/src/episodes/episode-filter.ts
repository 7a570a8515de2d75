/** Whether the text stands in one of the fields, in any case. A blank text is in every episode. */
export function passesFilter(fields: readonly string[], text: string): boolean {
  const wanted = text.trim().toLowerCase();

  return wanted === '' || fields.some((field) => field.toLowerCase().includes(wanted));
}
