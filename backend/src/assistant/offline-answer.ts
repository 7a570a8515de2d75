import {
  countMentions,
  countSegmentsIn,
  findAnswerPassages,
  findCategoryAsked,
  listEntityLabels,
  listMostMentioned,
  understandQuestion,
  type AnswerPassage,
  type Counted,
  type Db,
  type LibraryAt,
  type ScopeOfAnswer,
  type UnderstoodQuestion,
  type WantedWord,
} from '@earmark/projections/queries';
import { counted } from './answer-scope.ts';
import type { Proposed, ProposedCitation } from './assistant-provider.ts';
import { escapeMarkdown } from './markdown.ts';
import { citationsOf, groupedByEpisode, quotationOf, statementOf } from './quoted-passages.ts';

/** The least coverage of the question with which a passage answers it. */
export const ANSWERS_FROM = 0.62;
/** Passages shown, of the best one's score. */
const NOT_FAR_BEHIND = 0.66;
const MOST_PASSAGES = 8;
const PER_EPISODE = 3;
const OF_ONE_SIDE = 3;
const NEAREST = 3;
const COUNT_PLACES = 5;
const TOPICS = 8;

interface Asking {
  readonly db: Db;
  readonly question: string;
  readonly scope: ScopeOfAnswer;
  readonly understood: UnderstoodQuestion;
}

/** What the transcripts themselves say to the question. Throws SearchRefused. */
export async function answerOffline(
  db: Db,
  library: LibraryAt,
  question: string,
  earlier: readonly string[],
  scope: ScopeOfAnswer,
): Promise<Proposed[]> {
  const understood = await understandQuestion(db, library, question, earlier);
  const asking: Asking = { db, question, scope, understood };
  const topics = await answerTopics(asking);
  if (topics !== null) return topics;
  const { asked, wanted } = understood;
  if (wanted.length === 0) return [{ type: 'unanswered', nearest: [] }];
  if (asked.kind === 'count') return answerCount(asking);
  if (asked.kind === 'compare' && asked.sides !== null) {
    const compared = await answerComparison(asking, asked.sides);
    if (compared !== null) return compared;
  }

  return answerPassages(asking);
}

async function answerPassages(asking: Asking): Promise<Proposed[]> {
  const { db, understood, scope } = asking;
  const all = await findAnswerPassages(db, understood, scope);
  const best = chosen(all, MOST_PASSAGES);
  if (best.length === 0) return [{ type: 'unanswered', nearest: nearestOf(all) }];
  const counts = understood.asked.kind === 'who' && understood.asked.isAboutMentions ? await answerWho(asking) : [];
  const groups = await groupedByEpisode(db, best);

  return [
    ...counts,
    { type: 'lead', text: `${leadOf(best, answeringOf(all))}:` },
    ...groups.flatMap(({ heading, passages }): Proposed[] => [
      { type: 'heading', text: heading },
      ...passages.map(statementOf),
    ]),
  ];
}

/** Of more passages, it says how many there are. */
const leadOf = (passages: readonly AnswerPassage[], answering: readonly AnswerPassage[]): string => {
  const [shown, all] = [placesIn(passages), placesIn(answering)];
  const episodes = new Set(
    passages.flatMap(({ episodeUuid, also }) => [episodeUuid, ...also.map((one) => one.episodeUuid)]),
  );

  return `In ${shown < all ? `${shown} of ` : ''}${counted(all, 'passage')} from ${counted(episodes.size, 'episode')}`;
};

const placesIn = (passages: readonly AnswerPassage[]): number =>
  passages.reduce((sum, { also }) => sum + 1 + also.length, 0);

/** Those that answer the question: the best ones, few of one episode unless there are no others. */
function chosen(all: readonly AnswerPassage[], most: number): AnswerPassage[] {
  const good = answeringOf(all);
  const inOneEpisode = new Set(good.map(({ episodeUuid }) => episodeUuid)).size === 1;
  const byEpisode = new Map<string, number>();

  return good
    .filter(({ episodeUuid }) => {
      const own = (byEpisode.get(episodeUuid) ?? 0) + 1;
      byEpisode.set(episodeUuid, own);

      return inOneEpisode || own <= PER_EPISODE;
    })
    .slice(0, most);
}

/** Those that answer the question nearly as well as the best one. */
function answeringOf(all: readonly AnswerPassage[]): AnswerPassage[] {
  const answering = all.filter(({ coverage, hasNames }) => coverage >= ANSWERS_FROM && hasNames);

  return answering.filter(({ score }) => score >= NOT_FAR_BEHIND * answering[0]!.score);
}

const nearestOf = (all: readonly AnswerPassage[]): ProposedCitation[] =>
  all.slice(0, NEAREST).flatMap((passage) => citationsOf({ ...passage, also: [] }));

/** "Who mentions Ann Lee?": by how often each does. */
async function answerWho({ understood, scope }: Asking): Promise<Proposed[]> {
  const [entity] = understood.entities;
  if (entity === undefined || understood.wanted.length > 1) return [];
  const { speakers, places } = countMentions(understood.library, entity.id, scope, COUNT_PLACES);
  if (speakers.length === 0) return [];
  const most = speakers.slice(0, COUNT_PLACES).map(({ name, mentions }) => `${escapeMarkdown(name)} (${mentions})`);
  const rest = speakers.length - most.length;
  const link = `[${escapeMarkdown(entity.name)}](/entities/${encodeURIComponent(entity.slug)})`;

  return [
    {
      type: 'statement',
      text: `${link} is mentioned by ${listed([...most, ...(rest > 0 ? [counted(rest, 'other')] : [])])}.`,
      citations: places.map(({ episodeUuid, segmentId }) => ({ episodeUuid, segmentIds: [segmentId] })),
    },
  ];
}

const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)!}`;

/** Numbers of mentions are those of the entity's page; of other words, the passages that have all of them. */
async function answerCount({ understood, scope }: Asking): Promise<Proposed[]> {
  const { library, entities, wanted } = understood;
  const speaker = entities.length > 1 ? wanted.find(({ speakers }) => speakers.size > 0) : undefined;
  if (speaker !== undefined) return countBySpeaker(understood, scope, speaker);
  const statements = entities.flatMap((entity): Proposed[] => {
    const link = `[${escapeMarkdown(entity.name)}](/entities/${encodeURIComponent(entity.slug)})`;

    return countStatement(countMentions(library, entity.id, scope, COUNT_PLACES), `${link} is mentioned`, 'time');
  });
  const words = wanted.filter(({ entity }) => entity === null);
  if (entities.length === 0 && words.length > 0) {
    const all = words.map(({ found }) => found);
    const together = all[0]!.map((bits, index) => all.slice(1).reduce((both, set) => both & set[index]!, bits));
    const named = listed(words.map(({ text }) => `*${escapeMarkdown(text)}*`)).replaceAll('*', '**');
    const what = words.length === 1 ? `The word ${named} occurs` : `The words ${named} occur together`;
    statements.push(
      ...countStatement(countSegmentsIn(library, together, scope, COUNT_PLACES), `${what} in`, 'passage'),
    );
  }

  return statements.length === 0 ? [{ type: 'unanswered', nearest: [] }] : statements;
}

/** "How often does Ann mention Lagos?" */
function countBySpeaker({ library, entities }: UnderstoodQuestion, scope: ScopeOfAnswer, by: WantedWord): Proposed[] {
  const statements = entities
    .filter(({ id }) => id !== by.entity?.id)
    .flatMap((entity): Proposed[] => {
      const link = `[${escapeMarkdown(entity.name)}](/entities/${encodeURIComponent(entity.slug)})`;
      const counts = countMentions(library, entity.id, scope, COUNT_PLACES, by.speakers);

      return countStatement({ ...counts, speakers: [] }, `**${escapeMarkdown(by.text)}** mentions ${link}`, 'time');
    });

  return statements.length === 0 ? [{ type: 'unanswered', nearest: [] }] : statements;
}

function countStatement({ mentions, episodes, speakers, places }: Counted, what: string, unit: string): Proposed[] {
  if (mentions === 0) return [];
  const most = speakers.slice(0, COUNT_PLACES).map(({ name, mentions: own }) => `${escapeMarkdown(name)} ${own}`);
  const by = speakers.length > 1 ? `, most often by ${listed(most)}` : '';
  const where = unit === 'passage' ? 'of' : 'in';

  return [
    {
      type: 'statement',
      text: `${what} **${counted(mentions, unit)}** ${where} ${counted(episodes, 'episode')}${by}.`,
      citations: places.map(({ episodeUuid, segmentId }) => ({ episodeUuid, segmentIds: [segmentId] })),
    },
  ];
}

/** What is said where both sides come up, then about each. Null: no such sides were found. */
async function answerComparison(asking: Asking, sides: readonly [string, string]): Promise<Proposed[] | null> {
  const { db, understood, scope } = asking;
  const ofSide = sides.map((side) => {
    const text = side.toLowerCase();

    return understood.wanted.filter(({ text: word }) => text.includes(word.toLowerCase()));
  });
  if (ofSide.some((words) => words.length === 0)) return null;
  const both = chosen(await findAnswerPassages(db, understood, scope), OF_ONE_SIDE).filter(
    ({ coverage }) => coverage >= 0.8,
  );
  const parts: Proposed[] =
    both.length === 0 ? [] : [{ type: 'heading', text: '**Both**' }, ...(await quoted(db, both))];
  for (const [index, wanted] of ofSide.entries()) {
    const found = chosen(await findAnswerPassages(db, understood, scope, { wanted }), OF_ONE_SIDE);
    const entity = wanted.find((one) => one.entity !== null)?.entity ?? null;
    const count =
      entity === null
        ? []
        : countStatement(
            countMentions(understood.library, entity.id, scope, 2),
            `[${escapeMarkdown(entity.name)}](/entities/${encodeURIComponent(entity.slug)}) is mentioned`,
            'time',
          );
    if (found.length === 0 && count.length === 0) continue;
    parts.push(
      { type: 'heading', text: `**${escapeMarkdown(sides[index]!)}**` },
      ...count,
      ...(await quoted(db, found)),
    );
  }

  return parts.length === 0 ? null : parts;
}

/** Passages of different episodes, each with its episode. */
async function quoted(db: Db, passages: readonly AnswerPassage[]): Promise<Proposed[]> {
  const groups = await groupedByEpisode(db, passages);

  return groups.flatMap(({ title, passages: own }) =>
    own.map((passage): Proposed => ({
      type: 'statement',
      text: `${quotationOf(passage)} (${title})`,
      citations: citationsOf(passage),
    })),
  );
}

/** "Which books are mentioned?": the most mentioned ones. Null: it asks for something else. */
async function answerTopics({ db, question, scope, understood }: Asking): Promise<Proposed[] | null> {
  const category = await findCategoryAsked(db, question);
  if (category === null) return null;
  const names = `${category.name} ${category.displayName}`.toLowerCase();
  const others = understood.wanted.filter(
    ({ text, forms }) => ![text.toLowerCase(), ...forms].some((form) => names.includes(form)),
  );
  if (others.length > 0) return null;
  const { total, entities } = listMostMentioned(understood.library, category.id, scope, TOPICS);
  if (total === 0) return [{ type: 'unanswered', nearest: [] }];
  const labels = await listEntityLabels(
    db,
    entities.map(({ id }) => id),
  );
  const what = total === 1 ? `One of the ${category.plural} is mentioned` : `${total} ${category.plural} are mentioned`;

  return [
    { type: 'lead', text: `${escapeMarkdown(what)}${entities.length < total ? ', these most often' : ''}:` },
    ...entities.flatMap(({ id, mentions, episodes }): Proposed[] => {
      const label = labels.get(id);
      if (label === undefined) return [];
      const { places } = countMentions(understood.library, id, scope, 2);
      const link = `[${escapeMarkdown(label.name)}](/entities/${encodeURIComponent(label.slug)})`;

      return [
        {
          type: 'statement',
          text: `**${link}** is mentioned ${counted(mentions, 'time')} in ${counted(episodes, 'episode')}.`,
          citations: places.map(({ episodeUuid, segmentId }) => ({ episodeUuid, segmentIds: [segmentId] })),
        },
      ];
    }),
  ];
}
