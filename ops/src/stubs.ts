import { parseArgs } from 'node:util';
import { OPENAI_KEYS } from '@earmark/backend/testing/stubs/openai.stub';
import { openStubs } from '@earmark/backend/testing/stubs/stubs';

const DEFAULT_PORT = 4020;

const { values } = parseArgs({ options: { port: { type: 'string' }, episodes: { type: 'string' } } });
const stubs = await openStubs({
  port: Number(values.port ?? DEFAULT_PORT),
  episodes: Number(values.episodes ?? 23),
});
const inShell = (settings: Readonly<Record<string, string>>) =>
  Object.entries(settings).map(([name, value]) => `export ${name}='${value}'`);
const services = {
  OpenAI: { STT_PROVIDER: 'openai', ...OPENAI_KEYS },
  'an OpenAI-compatible server': {
    STT_PROVIDER: 'openai-compatible',
    STT_BASE_URL: `${stubs.url}/v1`,
    STT_API_KEY: OPENAI_KEYS.OPENAI_API_KEY,
  },
  Replicate: { STT_PROVIDER: 'replicate' },
  Deepgram: { STT_PROVIDER: 'deepgram' },
  AssemblyAI: { STT_PROVIDER: 'assemblyai' },
};
console.log(`Stubs of Taddy, Apple Podcasts, Podcast Index, publishers, services that transcribe, language models and an S3 store run at
${stubs.url}. Stop them with Ctrl+C.

Before npm start, in another terminal:
${inShell(stubs.environment).join('\n')}

To transcribe, one of:
${Object.entries(services)
  .map(([name, settings]) => `# ${name}\n${inShell(settings).join('\n')}`)
  .join('\n')}
To find entities and answer questions with a language model (the key of OpenAI above does both as well):
${inShell({ LLM_PROVIDER: 'openai-compatible', LLM_BASE_URL: `${stubs.url}/v1`, LLM_MODEL: 'stub-model' }).join('\n')}
To upload transcripts to vector stores of OpenAI, and to have them answer:
${inShell({ ASSISTANT_PROVIDER: 'openai', ...OPENAI_KEYS }).join('\n')}
To keep files in the S3 store:
export FILES_URL='s3://stub-bucket/earmark?endpoint=${stubs.url}/s3'

Search for "demo". Feeds: ${stubs.url}/feeds/demo.xml, ${stubs.url}/feeds/many/1.xml (to 1000.xml).
Long audio: ${stubs.url}/feeds/long.xml has an episode of an hour, which OpenAI takes in parts.
Lists of feeds: ${stubs.url}/opml.xml, ${stubs.url}/opml-many.xml (500 feeds).
Requests so far: curl ${stubs.url}/stub/calls
A fault:         curl -X PUT '${stubs.url}/stub/faults?path=/itunes/search' -d '{"status": 403}'
Its end:         curl -X DELETE '${stubs.url}/stub/faults?path=/itunes/search'
A useless answer of the model: curl -X PUT ${stubs.url}/stub/model-fault -d '{"kind": "refusal", "times": 1}'`);
