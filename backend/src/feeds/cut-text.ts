/** At most `length` UTF-16 units, and never half a character: a database refuses those. */
export const cutText = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
