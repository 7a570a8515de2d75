import { parseArgs } from 'node:util';
import { openStubs } from '@earmark/backend/testing/stubs/stubs';

const DEFAULT_PORT = 4020;

const { values } = parseArgs({ options: { port: { type: 'string' }, episodes: { type: 'string' } } });
const stubs = await openStubs({
  port: Number(values.port ?? DEFAULT_PORT),
  episodes: Number(values.episodes ?? 23),
});
const settings = Object.entries(stubs.environment).map(([name, value]) => `export ${name}='${value}'`);
console.log(`Stubs of Taddy, Apple Podcasts, Podcast Index and of publishers run at ${stubs.url}. Stop them with Ctrl+C.

Before npm start, in another terminal:
${settings.join('\n')}

Search for "demo". Feeds: ${stubs.url}/feeds/demo.xml, ${stubs.url}/feeds/many/1.xml (to 1000.xml).
Lists of feeds: ${stubs.url}/opml.xml, ${stubs.url}/opml-many.xml (500 feeds).
Requests so far: curl ${stubs.url}/stub/calls
A fault:         curl -X PUT '${stubs.url}/stub/faults?path=/itunes/search' -d '{"status": 403}'
Its end:         curl -X DELETE '${stubs.url}/stub/faults?path=/itunes/search'`);
