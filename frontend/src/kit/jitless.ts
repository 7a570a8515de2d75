import { config } from 'zod';

// zod compiles schemas with `new Function`, which the content security policy forbids. It asks when a schema is made, so
// this module is imported before any other.
config({ jitless: true });
