/** How the name of a category is kept: lower case, white space turned to underscores. */
export const typeName = (typed: string): string => typed.trim().toLowerCase().replace(/\s+/g, '_');
