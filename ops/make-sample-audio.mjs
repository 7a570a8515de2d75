/**
 * Generates the audio of the sample library: `node ops/make-sample-audio.mjs [slug…]` (no slug: every episode).
 *
 * An episode with `audio` is spoken by flite and festival and encoded by ffmpeg; the cue times in its transcript are
 * then those of the audio. An episode without it gets times estimated from its words. Both write `durationSeconds`.
 * Needs these programs on the path: flite, text2wave with festvox-us-slt-hts, ffmpeg with libopus and rubberband.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'sample-library');
const SAMPLE_RATE = 24_000;
const BIT_RATE = '22k';
/** RMS of the spoken parts, and the peak that no sample passes; full scale is 1. */
const TARGET_RMS = 0.1;
const PEAK = 0.84;
const WINDOW = SAMPLE_RATE / 100;
const FIRST_CUE_MS = { spoken: 3_000, silent: 3_400 };
const LAST_PAUSE_MS = 1_500;

const read = (path) => readFileSync(join(FOLDER, path), 'utf8');
const settings = JSON.parse(read('voices.json'));

/** @returns {{speaker: string, text: string}[]} in file order; throws on a cue without a voice tag */
function parseCues(vtt) {
  return vtt
    .split(/\n\n+/)
    .filter((block) => block.includes('-->'))
    .map((block) => {
      const match = /-->[^\n]*\n<v ([^>]+)>(.*)$/s.exec(block);
      if (match === null) throw new Error(`a cue without a voice: ${block}`);
      return { speaker: match[1], text: unescapeText(match[2].trim()) };
    });
}

const unescapeText = (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const escapeText = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function timestamp(ms) {
  const pad = (value, width = 2) => String(value).padStart(width, '0');
  return `${pad(Math.floor(ms / 3_600_000))}:${pad(Math.floor(ms / 60_000) % 60)}:${pad(Math.floor(ms / 1000) % 60)}.${pad(ms % 1000, 3)}`;
}

function formatCues(cues) {
  const blocks = cues.map(
    ({ speaker, text, startMs, endMs }, index) =>
      `${index + 1}\n${timestamp(startMs)} --> ${timestamp(endMs)}\n<v ${speaker}>${escapeText(text)}`,
  );
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`;
}

/** Milliseconds. Answers follow questions quickly; otherwise the length of the words varies the pause. */
function pauseAfter(text) {
  const shortest = text.endsWith('?') ? 220 : 340;
  return shortest + (text.length % 7) * 40;
}

/** Estimates times from the length of the words, for an episode without audio. */
function estimate(cues) {
  let at = FIRST_CUE_MS.silent;
  return cues.map((cue) => {
    const startMs = at;
    const endMs = startMs + Math.max(1_200, 350 + cue.text.length * 58 + (cue.text.match(/[.?!]/g)?.length ?? 0) * 180);
    at = endMs + pauseAfter(cue.text);
    return { ...cue, startMs, endMs };
  });
}

/** Respells text for an English synthesiser that reads ASCII only. */
function pronounceable(text) {
  let spoken = text.replaceAll('’', "'");
  for (const [written, said] of Object.entries(settings.pronunciations)) spoken = spoken.replaceAll(written, said);
  return spoken
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replace(/[“”]/g, '');
}

/** @returns {Float32Array} mono samples without silence at either end, as loud as every other voice */
function speak({ speaker, text }, scratch) {
  const voice = settings.voices[speaker];
  if (voice === undefined) throw new Error(`no voice for ${speaker}`);
  const wav = join(scratch, 'cue.wav');
  if (voice.engine === 'festival') {
    execFileSync('text2wave', ['-eval', `(voice_${voice.voice})`, '-o', wav], { input: pronounceable(text) });
  } else {
    const pitch = voice.pitchHz === null ? [] : ['--setf', `int_f0_target_mean=${voice.pitchHz}`];
    execFileSync('flite', [
      '-voice',
      voice.voice,
      '--setf',
      `duration_stretch=${voice.stretch}`,
      ...pitch,
      '-t',
      pronounceable(text),
      '-o',
      wav,
    ]);
  }
  // Shifts the formants with the pitch, so that the voice changes and not only the note.
  const filter = `highpass=f=70,rubberband=pitch=${voice.shift}:formant=shifted`;
  const args = ['-v', 'error', '-i', wav, '-af', filter, '-ar', String(SAMPLE_RATE), '-ac', '1', '-f', 'f32le', '-'];
  const bytes = execFileSync('ffmpeg', args, { maxBuffer: 64 * 1024 * 1024 });
  return levelled(new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)), text);
}

function levelled(samples, text) {
  const loudness = [];
  for (let at = 0; at < samples.length; at += WINDOW) loudness.push(rms(samples.subarray(at, at + WINDOW)));
  const audible = Math.max(...loudness) * 0.03;
  const isAudible = (value) => value > audible;
  const first = loudness.findIndex(isAudible);
  if (first < 0) throw new Error(`no audible sound for: ${text}`);
  const spoken = samples.slice(first * WINDOW, (loudness.findLastIndex(isAudible) + 1) * WINDOW);

  const gain = TARGET_RMS / rms(loudness.filter(isAudible));
  // Compresses above the knee, so that a single plosive does not make its whole cue quieter.
  const knee = PEAK * 0.7;
  return spoken.map((value) => {
    const size = Math.abs(value * gain);
    if (size <= knee) return value * gain;
    return Math.sign(value) * (knee + (PEAK - knee) * Math.tanh((size - knee) / (PEAK - knee)));
  });
}

const rms = (values) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

/** Plucked notes `[Hz, start in ms]` that fade before the first cue. */
function jingle(notes) {
  const samples = new Float32Array((FIRST_CUE_MS.spoken * SAMPLE_RATE) / 1000);
  for (const [hertz, startMs] of notes) {
    const from = Math.round(((startMs + 150) * SAMPLE_RATE) / 1000);
    for (let index = from; index < samples.length; index += 1) {
      const seconds = (index - from) / SAMPLE_RATE;
      const tone = Math.sin(2 * Math.PI * hertz * seconds) + 0.3 * Math.sin(4 * Math.PI * hertz * seconds);
      samples[index] += 0.09 * tone * Math.min(1, seconds * 200) * Math.exp(-4 * seconds);
    }
  }
  const fade = SAMPLE_RATE / 2;
  return samples.map((value, index) => value * Math.min(1, (samples.length - index) / fade));
}

/** Synthesises, joins and encodes the cues; returns them with the times of the audio. */
function record(cues, notes, target) {
  const scratch = mkdtempSync(join(tmpdir(), 'sample-audio-'));
  const parts = [jingle(notes)];
  let at = parts[0].length;
  const toMs = (samples) => Math.round((samples * 1000) / SAMPLE_RATE);
  const timed = cues.map((cue, index) => {
    const sound = speak(cue, scratch);
    const pauseMs = index === cues.length - 1 ? LAST_PAUSE_MS : pauseAfter(cue.text);
    const pause = new Float32Array(Math.round((pauseMs * SAMPLE_RATE) / 1000));
    const startMs = toMs(at);
    const endMs = toMs(at + sound.length);
    parts.push(sound, pause);
    at += sound.length + pause.length;
    return { ...cue, startMs, endMs };
  });
  rmSync(scratch, { recursive: true });

  const input = Buffer.concat(parts.map((part) => Buffer.from(part.buffer)));
  const raw = ['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', '-'];
  // No encoder name or date in the file, so that the same words give the same bytes.
  const opus = [
    '-c:a',
    'libopus',
    '-b:a',
    BIT_RATE,
    '-application',
    'voip',
    '-frame_duration',
    '40',
    '-fflags',
    '+bitexact',
    '-map_metadata',
    '-1',
  ];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...raw, ...opus, target], { input });
  return { timed, durationSeconds: Math.round(at / SAMPLE_RATE) };
}

const library = JSON.parse(read('library.json'));
const wanted = process.argv.slice(2);
for (const series of library.series) {
  const notes = settings.jingles[basename(series.image, '.svg')];
  for (const episode of series.episodes) {
    const slug = basename(episode.transcript, '.vtt');
    if (wanted.length > 0 && !wanted.includes(slug)) continue;
    const cues = parseCues(read(episode.transcript));
    const silent = () => {
      const timed = estimate(cues);
      return { timed, durationSeconds: Math.ceil((timed.at(-1).endMs + LAST_PAUSE_MS) / 1000) };
    };
    const { timed, durationSeconds } =
      episode.audio === null ? silent() : record(cues, notes, join(FOLDER, episode.audio));
    writeFileSync(join(FOLDER, episode.transcript), formatCues(timed));
    episode.durationSeconds = durationSeconds;
    console.log(`${slug}: ${timed.length} cues, ${durationSeconds} s${episode.audio === null ? ', no sound' : ''}`);
  }
}
writeFileSync(join(FOLDER, 'library.json'), `${JSON.stringify(library, null, 2)}\n`);
