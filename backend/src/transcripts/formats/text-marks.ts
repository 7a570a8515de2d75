const CLOCK = String.raw`\d{1,3}(?::\d{2}){1,2}(?:[.,]\d{1,3})?`;
/** `- [00:12] text`. Items that begin with a bold label are topics as a rule. */
const LISTED = new RegExp(String.raw`^[-*+•]\s+(?=[[(]?${CLOCK})`);
/** `[00:12](https://example.org/watch?t=12) text`. */
const LINKED = new RegExp(String.raw`^\[{1,2}(${CLOCK})\]\(https?://[^()\s]{1,500}\)\]?`);
/** `00:00:01:12 - 00:00:05:03`, with frames, as editors of video write it. */
const FRAMES = /^(\d{2})[:;](\d{2})[:;](\d{2})[:;](\d{2}) - (\d{2})[:;](\d{2})[:;](\d{2})[:;](\d{2})$/;
const FRAMES_PER_SECOND = 30;

/** A trimmed line with its time at the very beginning: without the marks of a list or a link, and without frames. */
export function withPlainHead(line: string): string {
  const frames = FRAMES.exec(line);
  if (frames === null) return line.replace(LISTED, '').replace(LINKED, '[$1]');

  const [, ...parts] = frames;
  return `${seconds(parts.slice(0, 4))} - ${seconds(parts.slice(4))}`;
}

function seconds([hours, minutes, whole, frame]: readonly string[]): string {
  const ms = Math.min(Math.round((Number(frame) / FRAMES_PER_SECOND) * 1000), 999);
  return `${hours}:${minutes}:${whole}.${String(ms).padStart(3, '0')}`;
}
