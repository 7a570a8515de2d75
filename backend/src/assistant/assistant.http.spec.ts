import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Answer,
  type AnswerEvent,
  type AssistantEpisode,
  type AssistantPodcast,
  type AssistantStatus,
  type AssistantTopic,
} from '@earmark/contracts/assistant';
import type { EpisodePage } from '@earmark/contracts/episodes';
import type { EntityPage } from '@earmark/contracts/mentions';
import { readConfig } from '../config.ts';
import { AnswerLimits } from './answer-limits.ts';
import { CALLS, openAssistant } from './assistant.fixture.ts';

const { app, get, ask, browser } = openAssistant();
let podcasts: AssistantPodcast[];

beforeAll(async () => {
  podcasts = await get<AssistantPodcast[]>(`${CALLS}/uploaded-podcasts`);
});

const podcastNamed = (name: string) => podcasts.find((one) => one.name === name)!;
const episodesOf = async (name: string) => get<AssistantEpisode[]>(`${CALLS}/episodes/${podcastNamed(name).id}`);
const textOf = ({ statements }: Answer): string => statements.map(({ text }) => text).join('\n');

describe('the calls of the page', () => {
  it('list podcasts and episodes with a transcript', async () => {
    expect(podcasts.map(({ name, uploadedEpisodeCount }) => [name, uploadedEpisodeCount])).toEqual([
      ['Marginalia', 3],
      ['Second Helping', 3],
      ['Semicolon Weather', 3],
      ['The Late Crossing', 2],
    ]);
    const episodes = await episodesOf('Semicolon Weather');
    expect(episodes.map(({ title }) => title)).toContain('Postgres is a verb now');
    expect((await app().visitor('GET', `${CALLS}/episodes/nobody`)).status).toBe(404);
  });

  it('count topics as the pages of entities do', async () => {
    const topics = await get<AssistantTopic[]>(`${CALLS}/entity-types-summary`);
    expect(topics).toHaveLength(7);
    for (const { mentionCount, patternCount, topEntities, entities } of topics) {
      expect(topEntities).toEqual(entities.map(({ name }) => name));
      expect(mentionCount).toBeGreaterThanOrEqual(entities.reduce((sum, one) => sum + one.mentions, 0));
      expect(patternCount).toBeGreaterThan(0);
      for (const { slug, mentions } of entities.slice(0, 2))
        expect((await get<EntityPage>(`/api/entities/${slug}`)).mentions).toBe(mentions);
    }
  });

  it.each([
    ['', 'Please enter a question to search.'],
    ['   ', 'Please enter a question to search.'],
    ['x'.repeat(1001), 'Question is too long (max 1000 characters).'],
  ])('refuse the question %.10j', async (question, detail) => {
    for (const path of ['query', 'query/stream'])
      expect(await app().visitor('POST', `${CALLS}/${path}`, { question })).toMatchObject({
        status: 400,
        body: { detail },
      });
  });

  it('exist under their own name only, and refuse what is not there', async () => {
    const nowhere = '00000000-0000-4000-8000-000000000000';
    expect((await app().visitor('GET', '/api/ask-other/uploaded-podcasts')).status).toBe(404);
    for (const scope of [{ podcastSeriesIds: [nowhere] }, { episodeUuids: [nowhere] }, { threadId: 'local-1' }])
      expect((await app().visitor('POST', `${CALLS}/query`, { question: 'Lagos?', ...scope })).status).toBe(404);
    expect((await app().visitor('POST', `${CALLS}/query`, { question: 'Lagos?', episodeUuids: ['x'] })).status).toBe(
      400,
    );
  });

  it('say who answers and what is left of the day', async () => {
    const status = await get<AssistantStatus>(`${CALLS}/status`);
    expect(status).toMatchObject({ provider: 'offline', podcasts: 4, episodes: 11, dailyLimit: 200 });
    await ask('What about Lagos?');
    expect((await get<AssistantStatus>(`${CALLS}/status`)).questionsLeft).toBe(status.questionsLeft - 1);
  });
});

describe('an answer', () => {
  it('quotes passages that stand in the transcripts, word for word', async () => {
    const answer = await ask('Why is Postgres called Postgres?');
    expect(answer).toMatchObject({ provider: 'offline', isAnswered: true, leftOut: 0, nearest: [], error: null });
    expect(answer.statements[0]).toMatchObject({
      kind: 'lead',
      text: expect.stringMatching(/^In (\d+ of )?\d+ passages from \d/),
    });
    expect(answer.citations[0]!.text).toContain('because it came after Ingres, he called it Postgres.');
    for (const citation of answer.citations) {
      const { podcastSlug, episodeSlug, segmentIds, startMs, speaker, text, marks } = citation;
      const page = await get<EpisodePage>(`/api/podcasts/${podcastSlug}/${episodeSlug}`);
      const segments = page.transcript.filter(({ id }) => segmentIds.includes(id));
      expect(segments.map((one) => one.text).join(' ')).toBe(text);
      expect(segments[0]).toMatchObject({ startTime: startMs, speaker });
      expect(marks.length).toBeGreaterThanOrEqual(2);
      expect(citation).toMatchObject({ isCorrectedSince: false, currentText: null });
    }
    for (const { kind, citations } of answer.statements) expect(citations.length > 0).toBe(kind === 'statement');
    expect(answer.answer).toContain('[1](/podcasts/');
    expect(answer.answer).not.toMatch(/\]\((?!\/)/);
  });

  it('keeps a question together with the reply to it', async () => {
    const { statements, citations } = await ask('How does a boy from Recife come to the New York Times?');
    const first = statements.find(({ kind }) => kind === 'statement')!;
    expect(first.text).toMatch(/\*\*Lukas Ammann\*\*: “.*\?” – \*\*Rafael Moreira\*\*: “By its crossword/);
    expect(first.citations).toEqual([1, 2]);
    expect(citations[1]!.speaker).toBe('Rafael Moreira');
  });

  it('stays in the chosen podcasts and episodes; a podcast with chosen episodes is narrowed to them', async () => {
    const [weather, marginalia] = [podcastNamed('Semicolon Weather').id, podcastNamed('Marginalia').id];
    const postgres = (await episodesOf('Semicolon Weather')).find(({ title }) => title === 'Postgres is a verb now')!;
    const all = await ask('Who mentions Kraków?');
    const inPodcast = await ask('Who mentions Kraków?', { podcastSeriesIds: [weather] });
    const narrowed = await ask('Who mentions Kraków?', {
      podcastSeriesIds: [weather, marginalia],
      episodeUuids: [postgres.uuid],
    });
    const podcastsOf = ({ citations }: Answer) => new Set(citations.map(({ podcastUuid }) => podcastUuid));
    expect(podcastsOf(all).size).toBeGreaterThan(2);
    expect([...podcastsOf(inPodcast)]).toEqual([weather]);
    for (const { podcastUuid, episodeUuid } of narrowed.citations)
      expect(podcastUuid === marginalia || episodeUuid === postgres.uuid).toBe(true);
    expect([all, inPodcast, narrowed].map(({ scope }) => scope.sentence)).toEqual([
      'All 11 episodes',
      'Semicolon Weather (3 episodes)',
      '2 podcasts (4 episodes)',
    ]);
    const chosen = await ask('Who was Edgar Codd?', { episodeUuids: [postgres.uuid] });
    expect(chosen.scope.sentence).toBe('1 selected episode from 1 podcast');
  });

  it('says that nothing answers, with the nearest passages', async () => {
    const answer = await ask('Which treaty ended the Franco-Prussian War?');
    expect(answer).toMatchObject({ isAnswered: false, statements: [], citations: [] });
    expect(answer.answer).toBe('Nothing in the selected episodes answers this.');
    expect(answer.nearest.length).toBeLessThanOrEqual(6);
    expect(await ask('Why is it what it is?')).toMatchObject({ isAnswered: false, nearest: [] });
  });

  it('counts mentions as the page of the entity does', async () => {
    const { mentions, episodes } = await counts('lagos');
    const answer = await ask('How often is Lagos mentioned?');
    expect(textOf(answer)).toContain(`is mentioned **${mentions} times** in ${episodes} episodes`);
    expect(answer.citations.length).toBeGreaterThan(1);
    const { speakers } = await get<EntityPage>('/api/entities/lagos');
    const { name, count } = speakers.find((one) => one.name === 'Chidi Nwachukwu')!;
    expect(textOf(await ask(`How often does ${name} mention Lagos?`))).toMatch(
      new RegExp(`^\\*\\*Chidi Nwachukwu\\*\\* mentions \\[Lagos\\].* \\*\\*${count} times?\\*\\*`),
    );
    expect(textOf(await ask('How often does somebody say umbrella?'))).toMatch(
      /The word \*\*umbrella\*\* occurs in \*\*\d+ passages\*\*/,
    );
  });

  it('lists the topics of a category, of the scope', async () => {
    const answer = await ask('Which books are mentioned?');
    expect(answer.statements[0]).toMatchObject({
      kind: 'lead',
      text: expect.stringMatching(/^\d+ books are mentioned, these most often:$/),
    });
    const first = /\(\/entities\/([^)]+)\)\*\* is mentioned (\d+) times/.exec(answer.statements[1]!.text)!;
    expect((await counts(first[1]!)).mentions).toBe(Number(first[2]));
    const scoped = await ask('What books were recommended?', { podcastSeriesIds: [podcastNamed('Second Helping').id] });
    expect(textOf(scoped)).not.toBe(textOf(answer));
  });

  it('compares two things side by side', async () => {
    const { statements } = await ask('Compare Rust and Java');
    const headings = statements.filter(({ kind }) => kind === 'heading').map(({ text }) => text);
    expect(headings.slice(-2)).toEqual(['**Rust**', '**Java**']);
  });

  it('names who mentions something most', async () => {
    expect(textOf(await ask('Who mentions Rust?'))).toMatch(
      /\[Rust\]\(\/entities\/rust\) is mentioned by Zofia Wiśniewska \(\d\)/,
    );
  });

  it.each([
    ['How often is Lagos mentioned?', 'Wie oft wird Lagos erwähnt?'],
    ['How often is Lagos mentioned?', '¿Cuántas veces se menciona Lagos?'],
    ['How often is Lagos mentioned?', 'Combien de fois est-ce qu’on mentionne Lagos ?'],
    ['How often is Lagos mentioned?', 'Lagosは何回言及されましたか'],
    ['Who mentions Rust?', 'Wer erwähnt Rust?'],
    ['Who mentions Rust?', '¿Quién menciona Rust?'],
    ['Who mentions Rust?', 'Qui mentionne Rust ?'],
    ['Compare Rust and Java', 'Vergleiche Rust und Java'],
    ['Compare Rust and Java', 'Compara Rust y Java'],
    ['Compare Rust and Java', 'Quelle est la différence entre Rust et Java ?'],
  ])('understands %s as %s', async (english, other) => {
    expect(textOf(await ask(other))).toBe(textOf(await ask(english)));
  });

  it('follows up on an own answer in its scope', async () => {
    const caller = browser();
    const scope = { podcastSeriesIds: [podcastNamed('Semicolon Weather').id] };
    const first = await ask('Who was Edgar Codd?', scope, caller);
    const second = await ask('And where did he work?', { threadId: first.threadId }, caller);
    expect(second.threadId).toBe(first.threadId);
    expect(second.scope.sentence).toBe(first.scope.sentence);
    expect(second.citations[0]!.text).toMatch(/Codd|IBM/);
    expect(await get(`${CALLS}/threads/${first.threadId}`, caller)).toMatchObject({
      answers: [{ id: first.id }, { id: second.id }],
    });
    expect((await app().visitor('POST', `${CALLS}/query`, { question: 'And?', threadId: first.threadId })).status).toBe(
      404,
    );
  });

  it('streams in, statement by statement', async () => {
    const { body, headers } = await app().visitor('POST', `${CALLS}/query/stream`, { question: 'Who was Edgar Codd?' });
    expect(headers.get('content-type')).toContain('text/event-stream');
    const events = String(body)
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)) as AnswerEvent);
    expect(events[0]).toMatchObject({ type: 'started', provider: 'offline' });
    const last = events.at(-1)!;
    const shown = events.flatMap((event) => (event.type === 'statement' ? [event] : []));
    expect(last).toMatchObject({ type: 'answered', answer: { statements: shown.map(({ statement }) => statement) } });
    expect(last).toMatchObject({ answer: { citations: shown.flatMap(({ citations }) => citations) } });
  });
});

const counts = async (slug: string) => get<EntityPage>(`/api/entities/${slug}`);

describe('the limits of a day', () => {
  const limitsOf = (settings: Record<string, string>) => new AnswerLimits(app().services.pool, readConfig(settings));
  const asker = (limitedAs: string, accountId: string | null = null) => ({ accountId, browserId: null, limitedAs });

  it('count questions by address and account, which may ask five times as much', async () => {
    const limits = limitsOf({ ASSISTANT_DAILY_LIMIT: '2' });
    const visitor = asker('network 1');
    await limits.take(visitor);
    await limits.take(visitor);
    expect(await limits.left(visitor)).toBe(0);
    await expect(limits.take(visitor)).rejects.toMatchObject({
      code: 'too-many-questions',
      message: 'The limit of 2 questions a day is reached. Sign in to ask more, or come back tomorrow.',
      extra: { retryAfterSeconds: expect.any(Number) },
    });
    expect(await limits.left(asker('network 2'))).toBe(2);
    expect(await limits.left(asker('account 1', 'a'))).toBe(10);
  });

  it('bound what AI services cost, of all and of each', async () => {
    const limits = limitsOf({ ASSISTANT_DAILY_COST: '1000000' });
    const [one, two] = [asker('network 3'), asker('network 4')];
    await limits.spend(one, 99_000);
    expect(await limits.mayCost(one)).toBe(true);
    await limits.spend(one, 2000);
    expect([await limits.mayCost(one), await limits.mayCost(two)]).toEqual([false, true]);
    await limits.spend(two, 900_000);
    expect(await limits.mayCost(asker('account 2', 'a'))).toBe(false);
  });
});
