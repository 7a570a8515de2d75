// npm run check -- <suite>: what proves the product correct on whole libraries, too long for npm test.
import { runSuites } from './bench.mjs';

await runSuites('checks');
