// npm run stubs: see README.md.
import { prepare } from './prepare.mjs';

prepare();
await import('./dist/stubs.js');
