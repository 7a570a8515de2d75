/** Names of formats that are not clear from their code. */
const NAMES: Readonly<Record<string, string>> = {
  webvtt: 'WebVTT',
  srt: 'SubRip',
  sbv: 'SBV',
  substation: 'SubStation Alpha',
  tsv: 'table of tab-separated values',
  csv: 'table of comma-separated values',
  ttml: 'TTML',
  'podlove-xml': 'Podlove XML',
  'transcriber-xml': 'Transcriber XML',
  html: 'HTML',
  'html-page': 'web page',
  'podcasting-json': 'Podcasting 2.0 JSON',
  'taddy-json': 'Taddy JSON',
  'podlove-json': 'Podlove JSON',
  'assemblyai-json': 'AssemblyAI JSON',
  'deepgram-json': 'Deepgram JSON',
  'aws-transcribe-json': 'Amazon Transcribe JSON',
  'google-speech-json': 'Google Speech-to-Text JSON',
  'azure-speech-json': 'Azure Speech JSON',
  'speechmatics-json': 'Speechmatics JSON',
  'rev-json': 'Rev JSON',
  'youtube-json': 'YouTube JSON',
  'whisper-json': 'Whisper JSON',
  'whispercpp-json': 'whisper.cpp JSON',
  'whisperx-json': 'WhisperX JSON',
  'openai-diarized-json': 'OpenAI JSON with speakers',
};

/** What people call a format: WebVTT for `webvtt`. */
export function formatName(format: string): string {
  const known = NAMES[format];
  if (known !== undefined) return known;
  if (format.endsWith('-json')) return 'JSON';
  if (format.startsWith('markdown')) return 'Markdown';

  return format.startsWith('text') ? 'plain text' : format;
}
