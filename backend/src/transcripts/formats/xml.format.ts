import { clockOrSecondsMs } from './clock.ts';
import { rootElement, walkMarkup, type MarkupVisitor } from './markup.ts';
import { cue, timedCues, TranscriptFormatUnknown, type RawCue, type RawTranscript } from './raw-transcript.ts';

const FEEDS: ReadonlyMap<string, string> = new Map([
  ['rss', 'an RSS feed'],
  ['rdf', 'an RSS feed'],
  ['feed', 'an Atom feed'],
  ['opml', 'an OPML list of feeds'],
  ['svg', 'an SVG image'],
]);
const ROOTS = new Set(['transcripts', 'trans', 'tt']);

/**
 * Reads Podlove XML, Transcriber (.trs) and TTML, recognised by their root element. Null for XHTML and text that is not XML.
 * Throws TranscriptFormatUnknown for feeds and XML of another kind.
 */
export function readXml(text: string): RawTranscript | null {
  const name = /^\s*</.test(text) ? rootElement(text) : null;
  if (name === null || !(/^\s*<\?xml/i.test(text) || ROOTS.has(name) || FEEDS.has(name))) return null;
  if (name === 'html') return null;
  const feed = FEEDS.get(name);
  if (feed !== undefined) throw new TranscriptFormatUnknown(`This is ${feed}, not a transcript.`);
  if (name === 'transcripts') return timedCues('podlove-xml', collected(text, podlove));
  if (name === 'trans') return timedCues('transcriber-xml', collected(text, transcriber));
  if (name === 'tt') return readTtml(text);
  throw new TranscriptFormatUnknown(`This XML is not a transcript; its root element is ${name}.`);
}

function collected(source: string, reader: (cues: RawCue[]) => MarkupVisitor): RawCue[] {
  const cues: RawCue[] = [];
  walkMarkup(source, true, reader(cues));
  return cues;
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** `<speech><speaker>id</speaker><item start="…" end="…">text</item>…</speech>`. */
function podlove(cues: RawCue[]): MarkupVisitor {
  let speaker = '';
  let item: { start: string; end: string } | null = null;
  let text = '';
  return {
    open: (name, attributes) => {
      if (name === 'speech') speaker = '';
      if (name === 'item') item = { start: attributes['start'] ?? '', end: attributes['end'] ?? '' };
      text = '';
    },
    text: (piece) => {
      text += piece;
    },
    close: (name) => {
      if (name === 'speaker') speaker = text.trim();
      if (name !== 'item' || item === null) return;
      cues.push(
        cue(clockOrSecondsMs(item.start), clockOrSecondsMs(item.end), speaker === '' ? null : speaker, inOneLine(text)),
      );
      item = null;
    },
  };
}

/** A turn has one or more speakers; `<Sync time>` begins a passage and `<Who nb>` says which speaker talks. */
function transcriber(cues: RawCue[]): MarkupVisitor {
  const names = new Map<string, string>();
  let turn: { speakers: string[]; endMs: number | null } | null = null;
  let startMs: number | null = null;
  let who = 0;
  let text = '';
  const close = (endMs: number | null) => {
    if (turn !== null && text.trim() !== '') {
      const id = turn.speakers[who] ?? turn.speakers[0];
      cues.push(cue(startMs, endMs, id === undefined ? null : (names.get(id) ?? id), inOneLine(text)));
    }
    text = '';
  };
  return {
    open: (name, attributes) => {
      if (name === 'speaker') names.set(attributes['id'] ?? '', attributes['name'] ?? attributes['id'] ?? '');
      if (name === 'turn') {
        turn = {
          speakers: (attributes['speaker'] ?? '').split(' ').filter((id) => id !== ''),
          endMs: clockOrSecondsMs(attributes['endtime'] ?? ''),
        };
        startMs = clockOrSecondsMs(attributes['starttime'] ?? '');
        who = 0;
        text = '';
      }
      if (name === 'sync') {
        const at = clockOrSecondsMs(attributes['time'] ?? '');
        close(at);
        startMs = at;
      }
      if (name === 'who') {
        close(null);
        who = Math.max(Number.parseInt(attributes['nb'] ?? '1', 10) - 1, 0);
      }
    },
    text: (piece) => {
      if (turn !== null) text += piece;
    },
    close: (name) => {
      if (name !== 'turn') return;
      close(turn?.endMs ?? null);
      turn = null;
    },
  };
}

interface Paragraph {
  begin: number | null;
  end: number | null;
  agent: string;
  text: string;
}

/** Reads `<p begin end ttm:agent>`. A paragraph without times takes those of its spans; times of a `div` are not added. */
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
      // Files with one span per word have no spaces between the spans.
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
