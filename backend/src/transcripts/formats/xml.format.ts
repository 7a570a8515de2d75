import { clockOrSecondsMs } from './clock.ts';
import { walkMarkup, type MarkupVisitor } from './markup-walk.ts';
import { TranscriptFormatUnknown, cue, timedCues, type RawCue, type RawTranscript } from './raw-transcript.ts';
import { readTtml } from './ttml.format.ts';

const FEEDS: ReadonlyMap<string, string> = new Map([
  ['rss', 'an RSS feed'],
  ['rdf', 'an RSS feed'],
  ['feed', 'an Atom feed'],
  ['opml', 'an OPML list of feeds'],
  ['svg', 'an SVG image'],
]);

/**
 * Reads Podlove XML, Transcriber (.trs) and TTML, known by their root element. Null for text that is not XML and for XHTML.
 * Throws TranscriptFormatUnknown for feeds and XML of another kind.
 */
export function readXml(text: string): RawTranscript | null {
  const root =
    /^\s*(?:<\?xml[^>]{0,300}\?>\s*)?(?:<!--[^]{0,2000}?-->\s*|<!DOCTYPE [^>]{0,300}>\s*|<\?[^>]{0,300}\?>\s*){0,10}<([\w:.-]{1,60})/i.exec(
      text,
    );
  const name = root?.[1]?.slice(root[1].lastIndexOf(':') + 1).toLowerCase();
  if (
    name === undefined ||
    (!/^\s*<\?xml/i.test(text) && !['transcripts', 'trans', 'tt', ...FEEDS.keys()].includes(name))
  )
    return null;
  if (name === 'html') return null;
  const feed = FEEDS.get(name);
  if (feed !== undefined) throw new TranscriptFormatUnknown(`This is ${feed}, not a transcript.`);
  if (name === 'transcripts') return timedCues('podlove-xml', collected(text, podlove));
  if (name === 'trans') return timedCues('transcriber-xml', collected(text, transcriber));
  if (name === 'tt') return readTtml(text);
  throw new TranscriptFormatUnknown(`This is XML of another kind (its root element is ${name}), not a transcript.`);
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

/** A turn has one or more speakers; `<Sync time>` begins a stretch of text, `<Who nb>` says which of them talks. */
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
