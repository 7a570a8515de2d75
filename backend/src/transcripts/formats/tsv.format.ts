import { clockMs } from './clock.ts';
import { decodeEntities } from './inline-markup.ts';
import { cue, timedCues, type RawTranscript } from './raw-transcript.ts';

/**
 * Reads tab-separated `start end text` (Whisper: whole milliseconds; a decimal point means seconds) with an optional
 * `speaker` column. Known by its header line. Null for other files.
 */
export function readTsv(text: string): RawTranscript | null {
  const lines = text.replace(/^\ufeff/, '').split('\n');
  const columns = (lines[0] ?? '')
    .toLowerCase()
    .split('\t')
    .map((name) => name.trim());
  const [start, end, words] = [columns.indexOf('start'), columns.indexOf('end'), columns.indexOf('text')];
  const speaker = columns.indexOf('speaker');
  if (start === -1 || words === -1) return null;

  const rows = lines
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t'));
  const inSeconds = rows.some((row) => /[.,]/.test(row[start] ?? ''));
  const time = (value: string | undefined) => (value === undefined ? null : cellMs(value.trim(), inSeconds));
  return timedCues(
    'tsv',
    rows.map((row) => {
      const name = speaker === -1 ? '' : decodeEntities(row[speaker] ?? '').trim();
      // The text is the last column, so tabs inside it belong to it.
      const said = words === columns.length - 1 ? row.slice(words).join(' ') : (row[words] ?? '');
      return cue(time(row[start]), end === -1 ? null : time(row[end]), name === '' ? null : name, decodeEntities(said));
    }),
  );
}

function cellMs(value: string, inSeconds: boolean): number | null {
  if (/^\d{1,12}(?:[.,]\d{1,9})?$/.test(value))
    return Math.round(Number(value.replace(',', '.')) * (inSeconds ? 1000 : 1));
  return clockMs(value);
}
