/** At most `length` UTF-16 units, never splitting a surrogate pair, which the database would refuse. */
export const cutText = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
