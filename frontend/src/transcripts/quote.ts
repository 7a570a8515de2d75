/** Something said, and where. */
export interface Quote {
  readonly text: string;
  /** Null when nobody knows. */
  readonly speaker: string | null;
  /** Milliseconds. */
  readonly startMs: number;
  /** Whether the reader has selected it; else it is the segment the audio stands at. */
  readonly isSelected: boolean;
}

interface Attribution {
  readonly episode: string;
  readonly podcast: string;
  /** As it is read, such as 00:12:31. */
  readonly time: string;
  readonly link: string;
}

/** The quote as it is copied: what was said, who said it, in which episode of which podcast, when, and the link to it. */
export function quoteText(
  { text, speaker }: Pick<Quote, 'text' | 'speaker'>,
  { episode, podcast, time, link }: Attribution,
): string {
  const source = `${podcast}, “${episode}”, ${time}`;

  return `“${text.trim()}”\n— ${speaker === null ? source : `${speaker}, ${source}`}\n${link}`;
}
