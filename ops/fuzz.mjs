// npm run fuzz -- [rounds]: runs the property tests with random inputs, and whatever npm test shortens, until one
// fails. A failure names its seed; add the input to the spec as an example before fixing the bug.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root, run } from './prepare.mjs';

const rounds = Number(process.argv[2] ?? 1);
const specs = ['contracts', 'projections', 'backend'].flatMap((part) =>
  readdirSync(join(root, part, 'src'), { recursive: true })
    .map((file) => join(root, part, 'src', String(file)))
    .filter((file) => file.endsWith('.spec.ts') && /'fast-check'|storyCount\(/.test(readFileSync(file, 'utf8'))),
);

prepare();
for (let round = 1; round <= rounds; round++) {
  console.log(`Round ${round} of ${rounds}`);
  run(join(root, 'node_modules/.bin/jest'), ['--runTestsByPath', ...specs], {
    env: { ...process.env, NODE_ENV: 'test', FUZZ: '1' },
  });
}
