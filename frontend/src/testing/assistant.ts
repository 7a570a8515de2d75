import type { Answer, AnswerEvent, AssistantPodcast, Citation } from '@earmark/contracts/assistant';

export const ASSISTANT_PODCASTS: readonly AssistantPodcast[] = [
  { id: 'harbour', name: 'Harbour', host: 'Ada Obi', imageUrl: null, uploadedEpisodeCount: 2, slug: 'Harbour' },
  {
    id: 'marginalia',
    name: 'Marginalia',
    host: 'Bo Lind',
    imageUrl: null,
    uploadedEpisodeCount: 1,
    slug: 'Marginalia',
  },
];

/** A passage of ten seconds in which a word is marked. */
export const citationOf = (n: number, text: string, word: string): Citation => ({
  n,
  episodeUuid: 'ferries',
  episodeName: 'Ferries',
  episodeSlug: 'ferries',
  podcastUuid: 'harbour',
  podcastName: 'Harbour',
  podcastSlug: 'Harbour',
  publishedAt: null,
  audioUrl: null,
  imageUrl: null,
  segmentIds: [`segment-${n}`],
  versionId: 'version',
  startMs: 10_000,
  endMs: 20_000,
  timeFormatted: '00:00:10',
  speaker: 'Ada Obi',
  text,
  marks: [text.indexOf(word), text.indexOf(word) + word.length],
  link: `/podcasts/Harbour/ferries?t=10&segment=segment-${n}`,
  isCorrectedSince: false,
  currentText: null,
  linkAsCited: '/podcasts/Harbour/ferries?t=10&asOf=3',
});

/** An answer of two statements, which cite one passage each. */
export const answerTo = (question: string, more: Partial<Answer> = {}): Answer => ({
  success: true,
  answer: '',
  threadId: 'thread',
  runId: 'run',
  timestamp: '2026-11-02T10:00:00.000Z',
  question,
  error: null,
  id: 'answer',
  address: '/ask-earmark/answers/answer',
  provider: 'offline',
  note: null,
  isAnswered: true,
  statements: [
    { kind: 'lead', text: 'In 2 passages from 1 episode:', citations: [] },
    { kind: 'statement', text: '“The ferry leaves at **nine**.”', citations: [1] },
    { kind: 'statement', text: '“It never leaves on time.”', citations: [2] },
  ],
  citations: [citationOf(1, 'The ferry leaves at nine.', 'nine'), citationOf(2, 'It never leaves on time.', 'on time')],
  leftOut: 0,
  nearest: [],
  removed: 0,
  scope: { podcasts: null, episodes: null, sentence: 'All episodes' },
  isShared: false,
  isMine: true,
  ...more,
});

/** The stream of an answer. */
export const streamOf = (answer: Answer): string =>
  [
    { type: 'started', provider: answer.provider, question: answer.question, threadId: answer.threadId },
    ...answer.statements.map((statement) => ({
      type: 'statement' as const,
      statement,
      citations: answer.citations.filter(({ n }) => statement.citations.includes(n)),
    })),
    { type: 'answered', answer },
  ]
    .map((event) => `data: ${JSON.stringify(event as AnswerEvent)}\n\n`)
    .join(': heartbeat\n\n');
