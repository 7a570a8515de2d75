/** Characters of a link that somebody types. */
export const LONGEST_LINK = 2000;
