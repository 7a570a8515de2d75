/** Most characters in a link that a person types. */
export const LONGEST_LINK = 2000;
