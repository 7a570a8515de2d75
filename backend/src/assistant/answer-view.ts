import type { Answer, AnswerRow, Citation, Statement } from '@earmark/contracts/assistant';
import { NOTHING_ANSWERS } from '@earmark/contracts/assistant';
import { formatClock } from '@earmark/contracts/kit';
import type { Db } from '@earmark/projections/queries';
import type { Asker } from './asker.ts';
import { scopeView } from './answer-scope.ts';
import type { KeptAnswer, KeptCitation } from './kept-answer.ts';
import type { KnownPassages } from './known-passages.ts';
import { passageLink } from './passage-link.ts';

export const isOwn = ({ accountId, browserId }: KeptAnswer, asker: Pick<Asker, 'accountId' | 'browserId'>): boolean =>
  (accountId !== null && accountId === asker.accountId) || (browserId !== null && browserId === asker.browserId);

/** Of the page of an answer. */
export const answerAddress = (slug: string, id: string): string => `/ask-${slug}/answers/${id}`;

/** As it is shown now: citations say whether their passages read differently since; those of removed episodes are left out. */
export async function answerView(
  db: Db,
  kept: KeptAnswer,
  asker: Pick<Asker, 'accountId' | 'browserId'>,
  { slug, indexed, known }: { slug: string; indexed: readonly string[] | null; known: KnownPassages },
): Promise<Answer> {
  const askedAt = kept.askedAt.toISOString();
  const cited = [...kept.citations, ...kept.nearest];
  await known.know(db, cited);
  const all = citationViews(known, cited, askedAt);
  const numbers = new Set(all.map(({ n }) => n));
  const statements = kept.statements.filter(({ citations }) => citations.every((n) => numbers.has(n)));
  const shown = withoutEmptyHeadings(statements);
  const used = new Set(shown.flatMap(({ citations }) => citations));
  const citations = all.filter(({ n }) => used.has(n));

  return {
    success: true,
    answer: markdownOf(shown, citations),
    threadId: kept.threadId,
    runId: kept.runId,
    timestamp: askedAt,
    question: kept.question,
    error: null,
    id: kept.id,
    address: answerAddress(slug, kept.id),
    provider: kept.provider,
    note: kept.note,
    isAnswered: kept.isAnswered,
    statements: shown,
    citations,
    leftOut: kept.leftOut,
    nearest: all.filter(({ n }) => kept.nearest.some((one) => one.n === n)),
    removed: kept.statements.length - statements.length,
    scope: await scopeView(db, kept.scope, indexed),
    isShared: kept.isShared,
    isMine: isOwn(kept, asker),
  };
}

/** Those whose episodes are still there. `askedAt`: when they were cited. `known`: at least these. */
export const citationViews = (known: KnownPassages, kept: readonly KeptCitation[], askedAt: string): Citation[] =>
  kept.flatMap((citation): Citation[] => {
    const { episodeUuid, startMs, text, speaker } = citation;
    const place = known.placeOf(episodeUuid);
    if (place === null) return [];
    const { episode, podcast } = place;
    const now = known.segmentsOf(citation);
    const currentText = now.length === 0 ? null : now.map((one) => one.text).join(' ');
    const isCorrectedSince = currentText !== text || now[0]?.speaker !== speaker;

    return [
      {
        ...citation,
        episodeName: episode.name,
        episodeSlug: episode.slug,
        podcastUuid: podcast.uuid,
        podcastName: podcast.name,
        podcastSlug: podcast.slug,
        publishedAt: episode.publishedAt?.toISOString() ?? null,
        audioUrl: episode.audioUrl,
        imageUrl: episode.imageUrl ?? podcast.imageUrl,
        timeFormatted: formatClock(startMs),
        link: passageLink(podcast.slug, episode.slug, startMs),
        isCorrectedSince,
        currentText: isCorrectedSince ? currentText : null,
        linkAsCited: passageLink(podcast.slug, episode.slug, startMs, askedAt),
      },
    ];
  });

/** A heading whose statements are gone, at the end or before another one, says nothing. */
const withoutEmptyHeadings = (statements: readonly Statement[]): Statement[] =>
  statements.filter(({ kind }, index) => kind !== 'heading' || statements[index + 1]?.kind === 'statement');

/** The whole answer, with a link for each citation. */
export function markdownOf(statements: readonly Statement[], citations: readonly Citation[]): string {
  const links = new Map(citations.map(({ n, link }) => [n, `[${n}](${link})`]));
  const parts = statements.map(({ kind, text, citations: numbers }) =>
    kind === 'statement' ? `- ${[text, ...numbers.flatMap((n) => links.get(n) ?? [])].join(' ')}` : text,
  );

  return parts.length === 0
    ? NOTHING_ANSWERS
    : parts.map((part, index) => (index === 0 ? part : joint(part, parts[index - 1]!) + part)).join('');
}

const joint = (part: string, before: string): string =>
  part.startsWith('- ') && before.startsWith('- ') ? '\n' : '\n\n';

export const answerRow = (kept: KeptAnswer, slug: string, scope: string): AnswerRow => ({
  id: kept.id,
  address: answerAddress(slug, kept.id),
  question: kept.question,
  timestamp: kept.askedAt.toISOString(),
  threadId: kept.threadId,
  provider: kept.provider,
  isAnswered: kept.isAnswered,
  isShared: kept.isShared,
  scope,
  citations: kept.citations.length,
});
