import { formatClock } from '@earmark/contracts/kit';
import { UNKNOWN_SPEAKER, type SegmentView } from '@earmark/contracts/transcripts';
import { OWN_EXPORT_NOTE } from '../transcripts/formats/caption.format.ts';
import { stampWords, type ExportStamp } from './export-stamp.ts';

const clock = (ms: number, point: '.' | ','): string =>
  `${formatClock(ms)}${point}${String(ms % 1000).padStart(3, '0')}`;

/** False for an unknown speaker, whom the file omits. */
const isNamed = (segment: SegmentView): boolean => segment.speaker !== UNKNOWN_SPEAKER;

/** WebVTT with voice tags. Its note makes an upload of the file take each cue as a segment, without repair. */
export function* webvtt(segments: readonly SegmentView[], stamp: ExportStamp | null): Generator<string> {
  yield `WEBVTT\n\nNOTE ${OWN_EXPORT_NOTE} ${stampWords(stamp)}\n\n`;
  for (const segment of segments) {
    const voice = isNamed(segment) ? `<v ${escaped(segment.speaker)}>` : '';
    // A blank line would end the cue.
    const text = escaped(segment.text).replace(/\n(?=\n)/g, '&#10;');
    yield `${clock(segment.startTime, '.')} --> ${clock(segment.endTime, '.')}\n${voice}${text}\n\n`;
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** SubRip, with `Name: ` before the text. SubRip cannot hold a stamp, so the file name has it. */
export function* subrip(segments: readonly SegmentView[]): Generator<string> {
  for (const [index, segment] of segments.entries())
    yield `${index + 1}\n${clock(segment.startTime, ',')} --> ${clock(segment.endTime, ',')}\n${spoken(segment)}\n\n`;
}

const spoken = (segment: SegmentView): string =>
  `${isNamed(segment) ? `${segment.speaker}: ` : ''}${segment.text.replace(/\n\s*\n/g, '\n')}`;

/** One line per segment, for people to read. */
export function* plainText(
  segments: readonly SegmentView[],
  title: string,
  stamp: ExportStamp | null,
): Generator<string> {
  yield `${title}\n(${stampWords(stamp)})\n\n`;
  for (const segment of segments) yield `[${segment.timeFormatted}] ${spoken(segment)}\n\n`;
}

/** The JSON of Podcasting 2.0: times in seconds. */
export function* podcastingJson(segments: readonly SegmentView[], stamp: ExportStamp | null): Generator<string> {
  yield `{"version":"1.0.0","asOf":${JSON.stringify(stamp)},"segments":[`;
  for (const [index, segment] of segments.entries()) {
    const { startTime, endTime, text } = segment;
    const entry = {
      ...(isNamed(segment) ? { speaker: segment.speaker } : {}),
      startTime: startTime / 1000,
      endTime: endTime / 1000,
      body: text,
    };
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(entry)}`;
  }
  yield '\n]}\n';
}
