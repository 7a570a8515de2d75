import fc from 'fast-check';

/** Property tests use the same inputs in every `npm test`; `npm run fuzz` looks for new ones. */
const SEED = 20_261_122;

if (process.env['FUZZ'] === undefined) fc.configureGlobal({ seed: SEED });
