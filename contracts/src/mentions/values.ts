/** How many words away the context of a pattern is looked for, unless it says otherwise. */
export const DEFAULT_DISTANCE = 30;
