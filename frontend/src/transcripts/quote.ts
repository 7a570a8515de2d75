/** A quote and its source. */
export interface Quote {
  readonly text: string;
  /** Null when unknown. */
  readonly speaker: string | null;
  /** Milliseconds. */
  readonly startMs: number;
  /** Whether the reader selected it; otherwise it is the segment at the audio position. */
  readonly isSelected: boolean;
}

interface Attribution {
  readonly episode: string;
  readonly podcast: string;
  /** Formatted, such as 00:12:31. */
  readonly time: string;
  readonly link: string;
}

/** The quote for copying: text, speaker, podcast, episode, time and link. */
export function quoteText(
  { text, speaker }: Pick<Quote, 'text' | 'speaker'>,
  { episode, podcast, time, link }: Attribution,
): string {
  const source = `${podcast}, “${episode}”, ${time}`;

  return `“${text.trim()}”\n— ${speaker === null ? source : `${speaker}, ${source}`}\n${link}`;
}
