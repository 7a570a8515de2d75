// npm start: see README.md.
import { prepare } from './prepare.mjs';

prepare();
await import('../dist/start.js');
