import type { CandidateCard, CandidateContext } from '@earmark/contracts/discovery';

const TYPES = ['book', 'company', 'location', 'person', 'product', 'research', 'supplement'] as const;
const TEXT = 'I started with it about four years ago, and it changed how I take notes, how I read and how I think of';
const PAGE = 100;

/** What a server with so many candidates would answer; null: it is no call. */
export function answerOf({ pathname, searchParams }: URL, cards: number): unknown {
  if (!pathname.startsWith('/api/')) return null;
  const call = pathname.replace('/api/admin/discovered-entities/', '');
  if (pathname === '/api/auth/me') return { user: { username: 'admin', role: 'admin' } };
  if (pathname === '/api/admin/entity-types')
    return TYPES.map((name) => ({
      id: name,
      name,
      displayName: name,
      iconName: 'Book',
      colorClass: 'bg-blue-100 text-blue-800',
    }));
  if (call === 'cards') return pageOf(Number(searchParams.get('after') ?? 0), Number(searchParams.get('limit')), cards);
  if (call === 'effect') return { sentence: 'Adds a pattern: 14 mentions in 6 episodes.', mentions: 14, episodes: 6 };
  if (pathname === '/api/admin/history/revert-batch')
    return { undoId: 'undo', will: ['event'], willNot: [], sentences: {}, eventIds: ['event'], notUndone: [] };
  if (call.endsWith('/approve') || call.endsWith('/reject') || call.startsWith('bulk-'))
    return { success: true, changed: 1, failed: [], correlationId: 'bulk' };

  return [];
}

function pageOf(first: number, limit: number, total: number) {
  const last = Math.min(total, first + (limit || PAGE));
  const progress = { decided: 0, mine: 0, pending: total };

  return {
    cards: Array.from({ length: last - first }, (_, at) => cardOf(first + at)),
    total: { cards: total, candidates: total },
    progress,
    types: TYPES.map((type) => ({ type, count: Math.round(total / TYPES.length) })),
    bands: [{ band: 'high', count: total }],
    next: last < total ? String(last) : null,
  };
}

function cardOf(at: number): CandidateCard {
  const name = `Candidate ${at}`;
  const type = TYPES[at % TYPES.length] ?? 'book';
  // Every fourth name is found in several episodes.
  const members = Array.from({ length: at % 4 === 0 ? 4 : 1 }, (_, episode) => ({
    id: `${at}-${episode}`,
    episodeUuid: `episode-${episode}`,
    episodeName: `An episode about notes, part ${episode}`,
    episodeSlug: 'episode',
    podcastId: 'podcast',
    podcastName: 'A podcast',
    podcastSlug: 'podcast',
    audioUrl: 'http://review.localhost/audio.mp3',
    imageUrl: null,
    name,
    type,
    typeExists: true,
    isTakenOut: false,
    confidence: '0.80',
    frequency: 7,
    status: 'pending' as const,
    suggestedUrl: null,
    adminUrl: null,
    adminNotes: null,
    contexts: [0, 1, 2].map((segment) => contextOf(name, segment)),
    reviewedBy: null,
    reviewedAt: null,
    provider: 'offline',
    model: '1',
  }));

  return {
    key: String(at),
    name,
    type,
    typeExists: true,
    status: 'pending',
    confidence: '0.80',
    frequency: 7 * members.length,
    members,
    near: [],
  };
}

const contextOf = (name: string, segment: number): CandidateContext => ({
  segmentId: String(segment),
  speaker: 'Speaker',
  timeFormatted: `${segment}:00`,
  timecode: segment * 60_000,
  endTime: segment * 60_000 + 9000,
  text: `${TEXT} ${name}.`,
  marks: [TEXT.length + 1, TEXT.length + 1 + name.length],
});
