import { createHash } from 'node:crypto';
import { formatClock } from '@earmark/contracts/kit';
import { UNKNOWN_SPEAKER, type RecordedSegment } from '@earmark/contracts/transcripts';

export interface TranscriptFacts {
  readonly episodeUuid: string;
  readonly title: string;
  readonly podcastName: string;
  /** ISO UTC. */
  readonly publishedAt: string | null;
}
type Line = Pick<RecordedSegment, 'startMs' | 'text'> & { readonly speaker: string | null };

/** The transcript as Markdown: a paragraph for each segment, so that every chunk of it holds times. */
export function transcriptText(
  { episodeUuid, title, podcastName, publishedAt }: TranscriptFacts,
  lines: readonly Line[],
) {
  const head = [
    `Podcast: ${inLine(podcastName)}`,
    ...(publishedAt === null ? [] : [`Published: ${publishedAt.slice(0, 10)}`]),
    `Episode id: ${episodeUuid}`,
  ];
  const paragraphs = lines.map(
    ({ startMs, speaker, text }) => `[${formatClock(startMs)}] ${inLine(speaker ?? UNKNOWN_SPEAKER)}: ${inLine(text)}`,
  );
  const text = `# ${inLine(title)}\n\n${head.join(' | ')}\n\n${paragraphs.join('\n\n')}\n`;

  return { text, contentHash: createHash('sha256').update(text).digest('hex') };
}

const inLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();
