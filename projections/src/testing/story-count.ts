/** How many stories of chance a property test tells: in `npm run fuzz` all, in `npm test` one, or so many as take no time. */
export const storyCount = (all: number, inTest = 1): number => (process.env['FUZZ'] === undefined ? inTest : all);
