import type {
  CandidateCard,
  CandidateCardPage,
  CandidateContext,
  DecisionAnswer,
  DiscoveredEntity,
} from '@earmark/contracts/discovery';
import { http, HttpResponse } from 'msw';
import { answers, server } from './server.ts';
import type { Call } from './server.ts';

const CANDIDATES = '/api/admin/discovered-entities';

/** A segment that says the name, `at` tens of seconds from the beginning. */
export const contextOf = (name: string, at: number): CandidateContext => ({
  segmentId: `${name} ${at}`,
  speaker: 'Ada',
  timeFormatted: `0:${at}0`,
  timecode: at * 10_000,
  endTime: (at + 1) * 10_000,
  text: `We spoke of ${name} again.`,
  marks: [12, 12 + name.length],
});

/** A candidate that waits; its id is made of its name and its episode. */
export const candidateOf = (name: string, more: Partial<DiscoveredEntity> = {}): DiscoveredEntity => ({
  id: `${name} ${more.episodeUuid ?? 'ferries'}`.toLowerCase().replaceAll(' ', '-'),
  episodeUuid: 'ferries',
  episodeName: 'Ferries',
  episodeSlug: 'ferries',
  podcastId: 'harbour',
  podcastName: 'Harbour',
  podcastSlug: 'harbour',
  audioUrl: null,
  imageUrl: null,
  name,
  type: 'book',
  typeExists: true,
  isTakenOut: false,
  confidence: '0.85',
  frequency: 2,
  status: 'pending',
  suggestedUrl: null,
  adminUrl: null,
  adminNotes: null,
  contexts: [contextOf(name, 1), contextOf(name, 2)],
  reviewedBy: null,
  reviewedAt: null,
  provider: 'offline',
  model: 'built-in finder 1',
  ...more,
});

/** A card with one member, or with these. */
export function cardOf(name: string, more: Partial<CandidateCard> = {}): CandidateCard {
  const members = more.members ?? [
    candidateOf(name, {
      ...(more.type === undefined ? {} : { type: more.type }),
      ...(more.typeExists === undefined ? {} : { typeExists: more.typeExists }),
      ...(more.confidence === undefined ? {} : { confidence: more.confidence }),
      ...(more.status === undefined ? {} : { status: more.status }),
    }),
  ];

  return {
    key: name,
    name,
    type: 'book',
    typeExists: true,
    status: 'pending',
    confidence: '0.85',
    frequency: members.reduce((sum, { frequency }) => sum + frequency, 0),
    near: [],
    ...more,
    members,
  };
}

export const CATEGORIES = [
  { id: 'type-book', name: 'book', displayName: 'Books', iconName: 'Book', colorClass: 'bg-blue-100 text-blue-800' },
  {
    id: 'type-person',
    name: 'person',
    displayName: 'People',
    iconName: 'User',
    colorClass: 'bg-rose-100 text-rose-800',
  },
];

export const pageOf = (cards: readonly CandidateCard[], more: Partial<CandidateCardPage> = {}): CandidateCardPage => {
  const candidates = cards.reduce((sum, { members }) => sum + members.length, 0);

  return {
    cards: [...cards],
    total: { cards: cards.length, candidates },
    progress: { decided: 8, mine: 5, pending: candidates },
    types: [{ type: 'book', count: candidates }],
    bands: [
      { band: 'high', count: candidates },
      { band: 'medium', count: 0 },
      { band: 'low', count: 0 },
    ],
    next: null,
    ...more,
  };
};

export const decided = (ids: number, more: Partial<DecisionAnswer> = {}): DecisionAnswer => ({
  success: true,
  changed: ids,
  failed: [],
  correlationId: 'decision',
  ...more,
});

export interface ReviewServer {
  /** Every decision and every undo, as `path body`, in the order of their arrival. */
  readonly sent: { readonly path: string; readonly body: Record<string, unknown> }[];
  readonly pages: readonly Call[];
  /** Answers the next decision in place of the server. */
  readonly answerNext: (answer: () => Response | Promise<Response>) => void;
  /** From now on an undo is answered once the returned function was called. */
  readonly holdUndo: () => () => void;
}

/** Answers what the page asks for a queue of these cards, and takes every decision. */
export function serveReview(cards: readonly CandidateCard[], page: Partial<CandidateCardPage> = {}): ReviewServer {
  const sent: ReviewServer['sent'] = [];
  let given: (() => Response | Promise<Response>) | null = null;
  let undoMayEnd: Promise<void> = Promise.resolve();
  answers('get', '/api/auth/me', { user: { username: 'ada', role: 'admin' } });
  answers('get', '/api/dashboard/podcast-series', []);
  answers('get', '/api/admin/entity-types', CATEGORIES);
  answers('post', `${CANDIDATES}/effect`, ({ body }: Call) => {
    const { decision, scope, entityIds } = body as { decision: string; scope: string; entityIds: string[] };

    return Response.json({ sentence: `Would ${decision} ${entityIds.length} for ${scope}.`, mentions: 2, episodes: 1 });
  });
  const pages = answers('get', `${CANDIDATES}/cards`, () => {
    const { progress, ...whole } = pageOf(cards, page);
    const done = sent.filter(({ path }) => /(?:approve|reject)$/.test(path)).length;

    return Response.json({
      ...whole,
      progress: { decided: progress.decided + done, mine: progress.mine + done, pending: progress.pending - done },
    });
  });
  const take = async ({ request }: { request: Request }) => {
    const body = (await request.json()) as Record<string, unknown>;
    sent.push({ path: decodeURIComponent(new URL(request.url).pathname.replace(`${CANDIDATES}/`, '')), body });
    const answering = given?.();
    given = null;
    const answer = await answering;
    if (answer !== undefined) return answer;
    const ids = Array.isArray(body.entityIds) ? body.entityIds.length : 1;

    return HttpResponse.json(decided(ids));
  };
  for (const path of ['bulk-approve', 'bulk-reject']) server.use(http.post(`${CANDIDATES}/${path}`, take));
  for (const path of ['approve', 'reject', 'correct-type']) server.use(http.post(`${CANDIDATES}/:id/${path}`, take));
  server.use(http.patch(`${CANDIDATES}/:id/edit`, take));
  server.use(
    http.post('/api/admin/history/revert-batch', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      if ('dryRun' in body)
        return HttpResponse.json({
          undoId: `undo ${String(body.correlationId)}`,
          will: ['event'],
          willNot: [],
          sentences: {},
        });
      sent.push({ path: 'undo', body });
      await undoMayEnd;

      return HttpResponse.json({ eventIds: ['event'], notUndone: [] });
    }),
  );

  return {
    sent,
    pages,
    answerNext: (answer) => {
      given = answer;
    },
    holdUndo: () => {
      let end = () => {};
      undoMayEnd = new Promise((resolve) => {
        end = resolve;
      });

      return () => end();
    },
  };
}
