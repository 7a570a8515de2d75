import { runSuites } from '../suites/run-suites.ts';
import { BENCH_NAMES } from '../suites/suite.ts';
import { askSuite } from './ask.suite.ts';
import { carrySuite } from './carry.suite.ts';
import { discoverySuite } from './discovery.suite.ts';
import { followSuite } from './follow.suite.ts';
import { historySuite } from './history.suite.ts';
import { importSuite } from './import.suite.ts';
import { logSuite } from './log.suite.ts';
import { mentionsSuite } from './mentions.suite.ts';
import { noiseSuite } from './noise.suite.ts';
import { readingSuite } from './reading.suite.ts';
import { rebuildSuite } from './rebuild.suite.ts';
import { replaySuite } from './replay.suite.ts';
import { reviewSuite } from './review.suite.ts';
import { saveSuite } from './save.suite.ts';
import { scaleSuite } from './scale.suite.ts';
import { searchSuite } from './search.suite.ts';
import { speakersSuite } from './speakers.suite.ts';

await runSuites(
  'bench',
  {
    log: logSuite,
    rebuild: rebuildSuite,
    mentions: mentionsSuite,
    import: importSuite,
    reading: readingSuite,
    replay: replaySuite,
    save: saveSuite,
    scale: scaleSuite,
    history: historySuite,
    follow: followSuite,
    search: searchSuite,
    speakers: speakersSuite,
    carry: carrySuite,
    ask: askSuite,
    discovery: discoverySuite,
    review: reviewSuite,
    noise: noiseSuite,
  },
  BENCH_NAMES,
);
