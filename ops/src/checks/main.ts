import { runSuites } from '../suites/run-suites.ts';
import { CHECK_NAMES } from '../suites/suite.ts';
import { countsSuite } from './counts.suite.ts';
import { matcherSuite } from './matcher.suite.ts';

await runSuites('check', { matcher: matcherSuite, counts: countsSuite }, CHECK_NAMES);
