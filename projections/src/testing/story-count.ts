/** Runs of a property test: all in `npm run fuzz`, one in `npm test`, or as many as take no time. */
export const storyCount = (all: number, inTest = 1): number => (process.env['FUZZ'] === undefined ? inTest : all);
