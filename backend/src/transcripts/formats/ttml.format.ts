import { clockOrSecondsMs } from './clock.ts';
import { walkMarkup } from './markup-walk.ts';
import { cue, timedCues, type RawCue, type RawTranscript } from './raw-transcript.ts';

interface Paragraph {
  begin: number | null;
  end: number | null;
  agent: string;
  text: string;
}

/** Reads TTML: `<p begin end ttm:agent>`; a paragraph without times takes those of its spans. Times of `div` are not added. */
export function readTtml(source: string): RawTranscript {
  const cues: RawCue[] = [];
  const names = new Map<string, string>();
  const rates = { frame: 30, tick: 1 };
  let agent: string | null = null;
  let isName = false;
  let open: Paragraph | null = null;
  let units: boolean[] = [];

  walkMarkup(source, true, {
    open: (name, attributes) => {
      const begin = ttmlTime(attributes['begin'], rates);
      const end = ttmlTime(attributes['end'], rates);
      if (name === 'tt') {
        rates.frame = Number(attributes['ttp:framerate'] ?? '30') || 30;
        rates.tick = Number(attributes['ttp:tickrate'] ?? '1') || 1;
      } else if (name === 'agent') {
        agent = attributes['xml:id'] ?? null;
      } else if (name === 'name' && agent !== null) {
        isName = true;
      } else if (name === 'p') {
        open = { begin, end, agent: attributes['ttm:agent'] ?? '', text: '' };
        units = [];
      } else if (name === 'span' && open !== null) {
        units.push(Object.entries(attributes).some(([key, value]) => key.endsWith('unit') && value === 'word'));
        open.begin ??= begin;
        if (end !== null && (open.end === null || end > open.end)) open.end = end;
      } else if (name === 'br' && open !== null) {
        open.text += ' ';
      }
    },
    text: (piece) => {
      if (isName && agent !== null) names.set(agent, (names.get(agent) ?? '') + piece.trim());
      else if (open !== null) open.text += piece;
    },
    close: (name) => {
      if (name === 'name') isName = false;
      if (name === 'agent') agent = null;
      // One span per word comes without blanks between the spans.
      if (name === 'span' && units.pop() === true && open !== null) open.text += ' ';
      if (name !== 'p' || open === null) return;
      const speaker = names.get(open.agent) || open.agent;
      cues.push(cue(open.begin, open.end, speaker === '' ? null : speaker, open.text.replace(/\s+/g, ' ')));
      open = null;
    },
  });
  return timedCues('ttml', cues);
}

/** "00:00:01.5", "00:00:01:12" (frames), "12.5s", "1500ms", "90m", "1h", "48000t", in ms. Null for anything else. */
function ttmlTime(value: string | undefined, rates: { frame: number; tick: number }): number | null {
  if (value === undefined) return null;
  const frames = /^(\d{1,3}:\d{2}:\d{2}):(\d{1,3})$/.exec(value.trim());
  if (frames?.[1] !== undefined) {
    const ms = clockOrSecondsMs(frames[1]);
    return ms === null ? null : ms + Math.round((Number(frames[2]) / rates.frame) * 1000);
  }
  const offset = /^(\d{1,15}(?:\.\d{1,9})?)(h|ms|m|f|t)$/.exec(value.trim());
  if (offset === null) return clockOrSecondsMs(value);
  const msPer = { h: 3_600_000, m: 60_000, ms: 1, f: 1000 / rates.frame, t: 1000 / rates.tick };
  const unit = offset[2];
  return unit === 'h' || unit === 'm' || unit === 'ms' || unit === 'f' || unit === 't'
    ? Math.round(Number(offset[1]) * msPer[unit])
    : null;
}
