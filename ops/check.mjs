// npm run check -- <suite>: checks correctness on whole libraries; too slow for npm test.
import { runSuites } from './bench.mjs';

await runSuites('checks');
