import { instant, readFrontMatter } from './front-matter.ts';
import { decodeEntities } from './markup.ts';
import { counted, linesOf, type RawCue, type RawTranscript } from './raw-transcript.ts';
import { abbreviations, acceptedNames, hasTightLabels, isRole, recurringRoles } from './speaker-names.ts';
import { readHead, type Head } from './text-heads.ts';
import { withPlainHead } from './text-marks.ts';
import { withSplitHeads, type Line } from './text-split-heads.ts';
import { addLine, closedTurn, type OpenTurn } from './text-turns.ts';

/** What begins a new segment in a file. */
interface Starters {
  readonly format: string;
  readonly begins: (head: Head) => boolean;
  readonly speakers: ReadonlySet<string>;
  /** Nothing else divides the text, so each paragraph is a segment. */
  readonly byParagraph: boolean;
}

/**
 * Reads Markdown and plain text. One kind of division is chosen for the whole file: certain names, else recurring names, else
 * times, else paragraphs. Null when there are no turns but `turnsOnly` asks for them (text of a web page).
 */
export function readText(source: string, turnsOnly = false): RawTranscript | null {
  const front = readFrontMatter(source);
  const isMarkdown = front.body !== source || /^(?:#{1,6} |\*\*|__[^_\s].*__)/m.test(front.body);
  const lines = withSplitHeads(contentLines(front.body, isMarkdown));
  const starters = startersOf(lines, front.names);
  if (turnsOnly && starters.byParagraph) return null;

  const full = abbreviations(starters.speakers);
  const { turns, preamble } = assembled(lines, starters, full);
  const kept = preamble.filter(starters.format === 'turns' ? isSpoken : isNoQuotation);
  // A heading further down is that of a chapter.
  const heading = /^#{1,3} +(.+)$/.exec(firstLine(front.body))?.[1]?.trim() ?? null;
  const title = front.title ?? heading;
  const left = preamble.length - kept.length;
  return {
    format: isMarkdown ? `markdown-${starters.format}` : `text-${starters.format}`,
    layout: 'turns',
    carriesSpeakers: false,
    cues: [...kept, ...turns],
    title: title === null ? null : decodeEntities(title),
    publishedAt: front.publishedAt ?? instant(heading ?? ''),
    warnings: [
      ...front.warnings,
      ...(left > 0
        ? [`${counted(left, 'paragraph')} before the first turn ${left === 1 ? 'was' : 'were'} left out.`]
        : []),
    ],
  };
}

const firstLine = (body: string): string => /\S.*/.exec(body)?.[0] ?? '';

function contentLines(body: string, isMarkdown: boolean): Line[] {
  const text = (body.includes('\\') ? withoutEscapes(body) : body).replace(/\n\s+\n/g, '\n\n');
  const lines: Line[] = [];
  const trimmed = linesOf(text).map((line) => withPlainHead(line.trim()));
  const isTight = hasTightLabels(trimmed);
  for (const line of trimmed) {
    if (isMarkdown && (/^#{1,6} /.test(line) || /^(?:-{3,}|\*{3,}|_{3,}|<!--.*-->)$/.test(line)))
      lines.push({ text: '', head: null });
    else lines.push({ text: line, head: line === '' ? null : readHead(line, isTight) });
  }
  return lines;
}

/** Removes backslashes. An escaped mark of emphasis becomes a character reference, so that it is not read as emphasis. */
function withoutEscapes(body: string): string {
  return body.replace(/\\(?:([\\{}[\]()#+\-.!>|"'<$&])|([`*_~]))/g, (_, character?: string, mark?: string) =>
    mark === undefined ? (character ?? '') : `&#${mark.charCodeAt(0)};`,
  );
}

function startersOf(lines: readonly Line[], known: readonly string[]): Starters {
  const heads = lines.flatMap(({ head }) => head ?? []);
  const roles = recurringRoles(countedSpeakers(heads));
  const isNamed = ({ kind, speaker, ms }: Head) =>
    kind === 'named' && (ms !== null || speaker === null || !isRole(speaker) || roles.has(speaker));
  const named = heads.filter(isNamed);
  const stamps = heads.filter(({ kind }) => kind === 'stamp');
  const labels = acceptedNames(countedSpeakers(heads.filter(({ kind }) => kind !== 'named')), known);
  const labelled = heads.filter(({ kind, speaker }) => kind === 'label' && speaker !== null && labels.has(speaker));
  const names = new Set(named.flatMap(({ speaker }) => speaker ?? []));
  const inBrackets = stamps.filter(({ isBare }) => !isBare).length;

  if (named.length >= 3) return { format: 'turns', begins: isNamed, speakers: names, byParagraph: false };
  if (labelled.length >= 3 && labelled.length * 2 >= stamps.length) {
    return {
      format: 'turns',
      begins: ({ kind, speaker }) => kind !== 'named' && labels.has(speaker ?? ''),
      speakers: labels,
      byParagraph: false,
    };
  }
  const bareToo = stamps.length - inBrackets >= 3;
  const isStart = ({ kind, isBare }: Head) => kind === 'stamp' && (bareToo || !isBare);
  const written = lines.filter(({ text }) => text !== '').length;
  if (stamps.length >= 3 && stamps.length * 4 >= written) {
    return { format: 'stamps', begins: isStart, speakers: labels, byParagraph: false };
  }
  return {
    format: 'paragraphs',
    begins: (head) => isNamed(head) || isStart(head) || (head.kind === 'label' && labels.has(head.speaker ?? '')),
    speakers: new Set([...names, ...labels]),
    byParagraph: true,
  };
}

function countedSpeakers(heads: readonly Head[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { speaker } of heads) if (speaker !== null) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  return counts;
}

function assembled(
  lines: readonly Line[],
  starters: Starters,
  full: ReadonlyMap<string, string>,
): { turns: RawCue[]; preamble: RawCue[] } {
  const turns: RawCue[] = [];
  const preamble: RawCue[] = [];
  let open: OpenTurn | null = null;
  let begun = false;
  let speaker: string | null = null;
  const close = () => {
    if (open !== null) (begun || starters.byParagraph ? turns : preamble).push(closedTurn(open));
    open = null;
  };

  for (const { text, head } of lines) {
    if (head !== null && starters.begins(head)) {
      close();
      begun = true;
      const own: string | null =
        head.speaker !== null && (head.kind === 'named' || starters.speakers.has(head.speaker)) ? head.speaker : null;
      // A stamp without a name continues with the same speaker; a name that was not accepted is part of the text.
      if (own !== null) speaker = full.get(own) ?? own;
      const rest: string = own === null ? head.said : head.rest;
      open = { speaker, ms: head.ms, endMs: head.endMs, paragraphs: [] };
      if (rest !== '') addLine(open, rest);
      continue;
    }
    const isApart: boolean = !begun || starters.byParagraph;
    if (text === '' && isApart && open?.paragraphs.length !== 0) close();
    else if (open !== null) addLine(open, text);
    else if (text !== '')
      open = { speaker: starters.byParagraph ? speaker : null, ms: null, endMs: null, paragraphs: [[text]] };
  }
  close();
  return { turns, preamble };
}

/** Publishers put facts about an episode into a block quotation before its text. */
function isNoQuotation({ text }: RawCue): boolean {
  return !text.startsWith('>');
}

/** Credits, links and headings precede the first turn; only a longer paragraph without an address is speech. */
function isSpoken({ text }: RawCue): boolean {
  return text.length > 200 && !/https?:\/\/|^>/.test(text);
}
