import { z } from 'zod';
import { JsonRefused, parseJson } from '../../kit/json-text.ts';
import { entryCue, isNoSpeech, JsonEntry, nearestSpeakers, unitOf, writtenTimes } from './json-entry.ts';
import { serviceEntries } from './json-services.ts';
import { counted, timedCues, TranscriptFormatUnknown, type RawCue, type RawTranscript } from './raw-transcript.ts';
import { areWords } from './repair-text.ts';

const List = z.array(z.unknown()).nullable().catch(null).default(null);
const Alternative = z.object({ words: List });
const Results = z.object({
  utterances: List,
  audio_segments: List,
  channels: z
    .array(z.object({ alternatives: z.array(Alternative) }))
    .nullable()
    .catch(null)
    .default(null),
});
const NamedSpeaker = z.object({ id: z.union([z.string(), z.number()]), name: z.string() });
const Document = z.object({
  version: z.unknown().optional(),
  task: z.unknown().optional(),
  id: z.unknown().optional(),
  audio_url: z.unknown().optional(),
  segments: List,
  word_segments: List,
  transcription: List,
  transcripts: List,
  transcript: List,
  utterances: List,
  turns: List,
  sentences: List,
  paragraphs: List,
  words: List,
  text: z.string().nullable().catch(null).default(null),
  detected_language: z.unknown().optional(),
  results: Results.nullable().catch(null).default(null),
  speakers: z
    .union([z.record(z.string(), z.string()), z.array(NamedSpeaker)])
    .nullable()
    .catch(null)
    .default(null),
});
type Document = z.infer<typeof Document>;

/** The list that holds the words. `inMs`: its times are known to be milliseconds; otherwise the unit is worked out. */
interface Found {
  readonly format: string;
  readonly list: readonly unknown[];
  readonly inMs: boolean;
}

/** Fields in which services put their result beside facts about the job. */
const WRAPPERS = ['response', 'result', 'results', 'output', 'data', 'transcription', 'transcript'];
const MOST_WRAPPED = 3;

/**
 * Reads the JSON of Podcasting 2.0, Whisper and its relatives, Deepgram, AssemblyAI, Taddy, Podlove and the services of
 * `serviceEntries`, and plain lists of segments or words.
 * Null when the text does not start like JSON. Throws TranscriptFormatUnknown for JSON that is cut off or of another kind.
 */
export function readJson(text: string, durationMs: number | null): RawTranscript | null {
  const isJson = /^\s*(?:\{\s*["}]|\[\s*\{)/.test(text);
  if (!isJson && !/^\s*["[]/.test(text)) return null;
  const data = parsed(text, isJson);
  if (data === undefined) return null;
  const { document, found } = Array.isArray(data) ? { document: null, found: listed(data) } : unwrapped(data);
  if (found === null)
    throw new TranscriptFormatUnknown(`This is JSON without transcript segments; it has ${keysOf(data)}.`);

  const entries: JsonEntry[] = [];
  let unreadable = 0;
  for (const item of found.list) {
    const entry = JsonEntry.safeParse(item);
    if (entry.success) for (const one of grouped(entry.data)) entries.push(one);
    else unreadable += 1;
  }
  const spoken = entries.filter((entry) => !isNoSpeech(entry));
  const { msPerUnit, warnings } = found.inMs ? { msPerUnit: 1, warnings: [] } : unitOf(entries, durationMs);
  if (unreadable > 0)
    warnings.push(
      `${counted(unreadable, 'entry', 'entries')} could not be read and ${unreadable === 1 ? 'was' : 'were'} left out.`,
    );
  const silent = entries.length - spoken.length;
  if (silent > 0) {
    warnings.push(
      `${counted(silent, 'segment')} that Whisper marked as no speech ${silent === 1 ? 'was' : 'were'} dropped.`,
    );
  }

  const cues = spoken.map((entry) => entryCue(entry, msPerUnit, speakerNames(document)));
  if (!cues.some((one) => one.text.trim() !== '')) {
    throw new TranscriptFormatUnknown(`This is JSON without transcript text; it has ${keysOf(data)}.`);
  }
  const named = found.format === 'whisperx-json' ? nearestSpeakers(cues) : cues;
  const lent = named.filter((one, index) => one.speaker !== cues[index]?.speaker).length;
  if (lent > 0)
    warnings.push(`${counted(lent, 'segment')} without a speaker took the speaker of the nearest segment within 2 s.`);
  return timedCues(formatOf(found.format, entries, cues), named, warnings);
}

/** The value of a JSON text. Undefined for text that merely begins like a JSON list or string, such as "[Ann] Hello". */
function parsed(text: string, isJson: boolean): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonRefused && isJson) throw new TranscriptFormatUnknown(error.message);
    if (error instanceof JsonRefused) return undefined;
    if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error;
    if (!isJson) return undefined;
    throw new TranscriptFormatUnknown('This starts like JSON but is not valid JSON; the file may be cut off.');
  }
}

function keysOf(data: unknown): string {
  if (Array.isArray(data)) return data.length === 0 ? 'an empty list' : 'a list of something else';
  const keys = Object.keys(z.record(z.string(), z.unknown()).catch({}).parse(data));
  return keys.length === 0 ? 'no keys' : `the keys ${keys.slice(0, 8).join(', ')}`;
}

function unwrapped(data: unknown, depth = 0): { document: Document; found: Found | null } {
  const document = Document.catch(Document.parse({})).parse(data);
  const found = serviceEntries(data) ?? inDocument(document);
  if (found !== null || depth === MOST_WRAPPED) return { document, found };

  const fields = z.record(z.string(), z.unknown()).catch({}).parse(data);
  for (const name of WRAPPERS) {
    const inner = unwrapped(fields[name], depth + 1);
    if (inner.found !== null) return inner;
  }
  return { document, found };
}

function listed(list: readonly unknown[]): Found | null {
  const first = JsonEntry.safeParse(list[0]).data;
  if (first === undefined) return null;
  if (first.startTimecode !== null) return { format: 'taddy-json', list, inMs: true };
  const { start } = writtenTimes(first.items?.[0] ?? first);
  if (typeof start === 'string' && start.includes(':')) return { format: 'podlove-json', list, inMs: false };
  return start === null && first.text === null ? null : { format: 'segments-json', list, inMs: false };
}

function inDocument(document: Document): Found | null {
  const { segments, results, utterances, text } = document;
  const seconds = (format: string, list: readonly unknown[]): Found => ({ format, list, inMs: false });
  const has = (list: readonly unknown[] | null | undefined): list is readonly unknown[] =>
    Array.isArray(list) && list.length > 0;

  if (has(results?.utterances)) return seconds('deepgram-json', results.utterances);
  if (has(results?.audio_segments)) return seconds('aws-transcribe-json', results.audio_segments);
  const words = results?.channels?.[0]?.alternatives[0]?.words;
  if (has(words)) return seconds('deepgram-json', words);
  // AssemblyAI exports these two by themselves, in milliseconds.
  const inPieces = has(document.sentences) ? document.sentences : document.paragraphs;
  if (has(utterances)) return { format: 'assemblyai-json', list: utterances, inMs: document.audio_url !== undefined };
  if (has(segments)) return seconds(segmentsFormat(document, segments), segments);
  if (has(document.turns)) return seconds('turns-json', document.turns);
  if (has(document.transcription)) return seconds('whispercpp-json', document.transcription);
  if (has(document.word_segments)) return seconds('whisperx-json', document.word_segments);
  if (has(document.transcripts)) return listed(document.transcripts);
  if (has(document.transcript)) return listed(document.transcript);
  if (has(inPieces)) return { format: 'assemblyai-json', list: inPieces, inMs: document.id !== undefined };
  if (has(document.words))
    return { format: 'words-json', list: document.words, inMs: document.audio_url !== undefined };
  return text === null || text.trim() === '' ? null : seconds('whisper-json', [{ text }]);
}

function segmentsFormat(document: Document, segments: readonly unknown[]): string {
  const first = JsonEntry.safeParse(segments[0]).data;
  if (first === undefined) return 'segments-json';
  if (typeof first.body === 'string') return 'podcasting-json';
  if (first.type === 'transcript.text.segment') return 'openai-diarized-json';
  if (typeof first.speakerLabel === 'string' && document.speakers !== null) return 'speakers-map-json';
  if (typeof first.avg_logprob === 'number' || document.task !== undefined) return 'whisper-json';
  const isWhisperX =
    document.word_segments !== null || Array.isArray(first.words) || document.detected_language !== undefined;
  return isWhisperX ? 'whisperx-json' : 'segments-json';
}

function formatOf(format: string, entries: readonly JsonEntry[], cues: readonly RawCue[]): string {
  const isProbability = format === 'whisperx-json' && entries.some((entry) => typeof entry.avg_logprob === 'number');
  if (isProbability) return 'whisper-json';
  return format === 'segments-json' && areWords(cues) ? 'words-json' : format;
}

/** Podlove may group its items by turn. */
function grouped(entry: JsonEntry): JsonEntry[] {
  if (entry.items === null) return [entry];
  return entry.items.map((item) => JsonEntry.parse({ ...item, speaker: item.speaker ?? entry.speaker }));
}

function speakerNames(document: Document | null): Map<string, string> {
  const speakers = document?.speakers ?? {};
  if (Array.isArray(speakers)) return new Map(speakers.map(({ id, name }) => [String(id), name]));
  return new Map(Object.entries(speakers));
}
