import fc from 'fast-check';

/** The stories of property tests are the same ones in every `npm test`; `npm run fuzz` looks for new ones. */
const SEED = 20_261_122;

if (process.env['FUZZ'] === undefined) fc.configureGlobal({ seed: SEED });
