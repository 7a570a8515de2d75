import { ASSEMBLYAI_KEYS } from '../testing/stubs/assemblyai.stub.ts';
import { DEEPGRAM_KEYS } from '../testing/stubs/deepgram.stub.ts';
import { describeSpeechProvider } from './speech-provider.contract.ts';

const TWO = ['SPEAKER_00', 'SPEAKER_01'];
const transcriptions = { askPath: '/v1/audio/transcriptions', lookPath: null, remembers: false, fetchesAudio: true };

describeSpeechProvider({
  ...transcriptions,
  name: 'openai',
  settings: {},
  key: 'OPENAI_API_KEY',
  wrongKey: 'sk-bad-1234',
  segments: 2,
  speakers: TWO,
});
describeSpeechProvider({
  ...transcriptions,
  name: 'openai-compatible',
  settings: {},
  key: 'STT_API_KEY',
  wrongKey: 'sk-bad-1234',
  segments: 2,
  speakers: [],
});
describeSpeechProvider({
  name: 'replicate',
  settings: {},
  key: 'REPLICATE_API_TOKEN',
  wrongKey: 'r8_wrong_token',
  askPath: '/replicate/v1/predictions',
  lookPath: '/replicate/v1/predictions/*',
  remembers: true,
  fetchesAudio: false,
  segments: 3,
  speakers: TWO,
});
describeSpeechProvider({
  name: 'deepgram',
  settings: DEEPGRAM_KEYS,
  key: 'DEEPGRAM_API_KEY',
  wrongKey: 'dg-wrong-key',
  askPath: '/deepgram/v1/listen',
  lookPath: null,
  remembers: false,
  fetchesAudio: true,
  segments: 2,
  speakers: TWO,
});
describeSpeechProvider({
  name: 'assemblyai',
  settings: ASSEMBLYAI_KEYS,
  key: 'ASSEMBLYAI_API_KEY',
  wrongKey: 'aai-wrong-key',
  askPath: '/assemblyai/v2/transcript',
  lookPath: '/assemblyai/v2/transcript/*',
  remembers: true,
  fetchesAudio: true,
  segments: 2,
  speakers: TWO,
});
