// npm run earmark -- <command>: see README.md.
import { prepare } from './prepare.mjs';

prepare();
await import('../dist/earmark.js');
