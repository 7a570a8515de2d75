import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CarryOverView } from '@earmark/contracts/carry-over';
import { type EpisodePage, EpisodeUuid } from '@earmark/contracts/episodes';
import { uuidFrom } from '@earmark/contracts/kit';
import { SeriesUuid } from '@earmark/contracts/series';
import {
  ActivateTranscript,
  CarryOverCorrections,
  RecordTranscriptFile,
  type VersionId,
} from '@earmark/contracts/transcripts';
import { systemContext } from '../kit/system-context.ts';
import { transcript as transcriptDecider } from '../transcripts/transcript.decider.ts';
import { versionsAt } from './carried-versions.ts';
import { carryOver, start } from './carry-over.decider.ts';
import { planCarryOver } from './plan.ts';
import { startApp, type Caller, type RunningApp } from '../testing/running-app.ts';

let app: RunningApp;
let admin: Caller;
const context = systemContext('spec');
const seriesUuid = SeriesUuid.parse('11111111-1111-4111-8111-111111111111');
const episode = (number: number) => uuidFrom(seriesUuid, String(number), EpisodeUuid);

/** A second a line. */
const TALK = [
  'SPEAKER_00: Welcome to the show about the etherium network today.',
  'SPEAKER_01: Thank you for having me on, it is a pleasure.',
  'SPEAKER_00: So tell us how you came to write the first client.',
  'SPEAKER_01: Well, it began in the winter in Berlin.',
  'SPEAKER_01: We had a small office with no heating at all.',
];
/** The same, cut elsewhere. */
const RECUT = [...TALK.slice(0, 3), `${TALK[3]!} ${TALK[4]!.slice('SPEAKER_01: '.length)}`];

beforeAll(async () => {
  app = await startApp();
  admin = await app.signIn('admin');
  const none = { host: null, author: null, description: null, imageUrl: null, websiteUrl: null, language: null };
  await app.services.series.putSeries(
    { seriesUuid, feedUrl: null, itunesId: null, facts: { name: 'Talk', explicit: false, categories: [], ...none } },
    context,
  );
  for (const number of [1, 2, 3, 4, 5, 6])
    await app.services.series.putEpisode(
      {
        episodeUuid: episode(number),
        seriesUuid,
        guid: null,
        facts: {
          title: `Part ${number}`,
          description: null,
          audioUrl: null,
          imageUrl: null,
          publishedAt: `2026-0${number}-01T00:00:00.000Z`,
          durationSeconds: 60,
          link: null,
          transcripts: [],
        },
      },
      context,
    );
});
afterAll(async () => app.stop());

it('has nothing to carry over where nobody corrected anything', async () => {
  const none = { placed: 0, asked: 0, obsolete: 0 };
  expect(await carry(1, await record(1, ['Hello there.']))).toMatchObject(none);
  await record(1, ['Hello there.'], true);
  expect(await carry(1, await record(1, ['Hello there!']))).toMatchObject(none);
  expect(await admin('GET', at(1))).toMatchObject({ status: 200, body: { isOpen: false, waiting: [] } });
});

it('carries corrections over without a question where all have their place', async () => {
  await record(2, TALK, true);
  await correct(2, ['etherium', 'Ethereum'], ['SPEAKER_00', 'Ada']);
  const versionId = await record(2, RECUT);
  expect(await carry(2, versionId)).toMatchObject({ placed: 2, asked: 0, obsolete: 0 });
  expect((await page(2)).transcript).toHaveLength(TALK.length);
  expect(await admin('GET', at(2))).toMatchObject({ body: { isOpen: false } });
  // Sent again, it changes nothing.
  expect(await carry(2, versionId)).toMatchObject({ placed: 2, asked: 0, obsolete: 0 });
  await app.services.commands.send(new ActivateTranscript({ episodeUuid: episode(2), versionId }, context));
  await projected();
  const { transcript, corrections } = await page(2);
  expect(transcript.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual(
    RECUT.map((line) => line.replace('etherium', 'Ethereum').replace('SPEAKER_00', 'Ada')),
  );
  // They are still the corrections of who made them.
  expect(corrections).toMatchObject([{ segmentId: transcript[0]!.id, role: 'admin' }]);
});

describe('what has no sure place', () => {
  let first: VersionId;
  let second: VersionId;
  let heardFrom: bigint;
  const MISHEARD = RECUT.map((line) => line.replace('a small office', 'this mall of his'));
  beforeAll(async () => {
    heardFrom = app.feed.head;
    first = await record(3, TALK, true);
    await correct(3, ['etherium', 'Ethereum'], ['small office', 'tiny office'], ['winter', 'spring']);
    second = await record(
      3,
      MISHEARD.map((line) => line.replace('winter', 'spring')),
    );
  });

  it('is asked about, with the words and times of both transcripts', async () => {
    expect(await carry(3, second)).toMatchObject({ placed: 1, asked: 1, obsolete: 1 });
    const { body } = await admin('GET', at(3));
    expect(body).toMatchObject({
      isOpen: true,
      placed: 1,
      obsolete: 1,
      asked: 1,
      accepted: 0,
      dropped: 0,
      waiting: [
        {
          kind: 'text',
          speaker: 'SPEAKER_01',
          before: 'We had a small office with no heating at all.',
          corrected: 'We had a tiny office with no heating at all.',
          now: 'Well, it began in the spring in Berlin. We had this mall of his with no heating at all.',
          proposal: 'Well, it began in the spring in Berlin. We had a tiny office with no heating at all.',
          oldTime: { startTime: 4000, endTime: 5000 },
          newTime: { startTime: 3000, endTime: 4000 },
          canAccept: true,
        },
      ],
    });
    expect(CarryOverView.parse(body)).toEqual(body);
  });

  it('keeps the corrected transcript on the page, for admins to decide', async () => {
    expect((await page(3)).transcript).toHaveLength(TALK.length);
    expect(await app.visitor('GET', at(3))).toMatchObject({ status: 401 });
    expect(await admin('POST', `${at(3)}/confirm`, {})).toMatchObject({
      status: 409,
      body: { code: 'corrections-wait' },
    });
    expect(await admin('POST', `${at(3)}/${episode(9)}`, { decision: 'drop' })).toMatchObject({ status: 404 });
    expect(await admin('GET', at(9))).toMatchObject({ status: 404, body: { code: 'episode-unknown' } });
    expect(await admin('POST', `${at(1)}/cancel`)).toMatchObject({ status: 404, body: { code: 'carry-over-unknown' } });
  });

  it('is nothing that visitors hear of', async () => {
    const { body } = await app.visitor('GET', `/api/episodes/${episode(3)}/moments`);
    expect(body).toHaveLength(3);
    await until(() => app.feed.head >= head);
    const told = app.feed.since(heardFrom)!.map(({ item }) => item.sentence);
    expect(told.filter((sentence) => sentence.includes('tiny') || sentence.includes('Ethereum'))).toHaveLength(2);
  });

  it('asks again, and about more, when the corrected transcript is corrected meanwhile', async () => {
    await correct(3, ['Thank you', 'Many thanks']);
    await correct(3, ['no heating', 'hardly any heating']);
    const answer = await admin('POST', `${at(3)}/confirm`, { rest: 'drop' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'corrections-wait' } });
    expect(await admin('GET', at(3))).toMatchObject({
      body: { placed: 2, asked: 1, dropped: 0, waiting: [{ kind: 'text' }] },
    });
  });

  it('is accepted in other words, and shown with the rest on confirmation', async () => {
    const [{ id }] = ((await admin('GET', at(3))).body as CarryOverView).waiting as unknown as [{ id: string }];
    const text = 'Well, it began in the spring in Berlin. We had a tiny office, hardly heated.';
    expect(await admin('POST', `${at(3)}/${id}`, { decision: 'accept', text })).toMatchObject({
      status: 200,
      body: { isOpen: true, accepted: 1, waiting: [] },
    });
    expect(await admin('POST', `${at(3)}/${id}`, { decision: 'drop' })).toMatchObject({
      status: 409,
      body: { code: 'correction-decided' },
    });
    expect(await admin('POST', `${at(3)}/confirm`, {})).toMatchObject({ status: 200, body: { isOpen: false } });
    const { transcript } = await page(3);
    expect(transcript.map((one) => one.text)).toContain(text);
    expect(transcript[0]!.text).toContain('Ethereum');
  });

  it('says in the history what happened, and on whose behalf', async () => {
    const events = await stored(`transcript-${episode(3)}`);
    const carried = events.filter(({ data, type }) => type === 'SegmentEdited' && versionOf(data) === second);
    const corrected = events.filter(({ data, type }) => type === 'SegmentEdited' && versionOf(data) === first);
    expect(carried.every(({ metadata }) => corrected.some(({ id }) => id === metadata.causationId))).toBe(true);
    expect(carried.map(({ metadata }) => metadata.actor.kind)).toContain('system');
    const { body } = await admin('GET', `/api/history?stream=carryOver-${second}`);
    const sentences = (body as { changes: { sentence: string }[] }).changes.map(({ sentence }) => sentence);
    expect(sentences).toContain(
      'One correction was carried over to a new transcript of “Part 3”. One was no longer needed. One needs a look.',
    );
    expect(sentences).toContain(
      'The new transcript of “Part 3” was confirmed, with the corrections that were carried over.',
    );
  });

  it('is undone like any edit, and the confirmation brings the corrected transcript back', async () => {
    const before = (await page(3)).transcript;
    const events = await stored(`transcript-${episode(3)}`);
    const [edited] = events.filter(({ data, type }) => type === 'SegmentEdited' && versionOf(data) === second);
    expect(await admin('POST', `/api/admin/history/${edited!.id}/revert`, {})).toMatchObject({ status: 200 });
    expect((await page(3)).transcript[0]!.text).toContain('etherium');
    const undo = (await stored(`transcript-${episode(3)}`)).at(-1)!;
    expect(await admin('POST', `/api/admin/history/${undo.id}/revert`, {})).toMatchObject({ status: 200 });
    expect((await page(3)).transcript).toEqual(before);
  });
});

it('keeps the corrected transcript when asked to, and can be asked again', async () => {
  await record(4, TALK, true);
  await correct(4, ['small office', 'tiny office']);
  const versionId = await record(
    4,
    RECUT.map((line) => line.replace('small', 'mall')),
  );
  expect(await carry(4, versionId)).toMatchObject({ placed: 0, asked: 1 });
  expect(await admin('POST', `${at(4)}/cancel`)).toMatchObject({ status: 200, body: { isOpen: false } });
  expect((await page(4)).transcript).toHaveLength(TALK.length);
  expect(await carry(4, versionId)).toMatchObject({ placed: 0, asked: 1 });
  expect(await admin('POST', `${at(4)}/confirm`, { rest: 'accept' })).toMatchObject({ body: { isOpen: false } });
  const shown = await page(4);
  expect(shown.transcript.map(({ text }) => text).join(' ')).toContain('We had a tiny office with');
  const activated = (await stored(`transcript-${episode(4)}`)).findLast(({ type }) => type === 'TranscriptActivated')!;
  expect(await admin('POST', `/api/admin/history/${activated.id}/revert`, {})).toMatchObject({ status: 200 });
  expect((await page(4)).transcript).toHaveLength(TALK.length);
});

it('asks one question about a transcript that people wrote', async () => {
  await admin('PUT', `/api/episodes/${episode(5)}/transcript`, { segments: [{ text: 'By hand.', startTime: 0 }] });
  const versionId = await record(5, TALK);
  expect(await carry(5, versionId)).toMatchObject({ placed: 0, asked: 1, obsolete: 0 });
  expect(await admin('GET', at(5))).toMatchObject({ body: { waiting: [{ kind: 'version', canAccept: false }] } });
  expect(await admin('POST', `${at(5)}/confirm`, { rest: 'drop' })).toMatchObject({ body: { isOpen: false } });
  expect((await page(5)).transcript).toHaveLength(TALK.length);
});

it('goes on where it was killed', async () => {
  await record(6, TALK, true);
  await correct(6, ['etherium', 'Ethereum'], ['pleasure', 'delight'], ['office', 'workshop']);
  const versionId = await record(6, RECUT);
  const { streams } = app.services;
  const where = { episodeUuid: episode(6), versionId };
  const { state, revision } = await streams.read(transcriptDecider, episode(6));
  const from = state.active!;
  // The first of three changes was recorded when it was killed.
  const { version, target } = await versionsAt(streams.log, where, from, revision);
  const { changes } = await planCarryOver(where, version, target);
  await streams.change(
    carryOver,
    versionId,
    (now) => ({ events: start(now, where, { from, revision }), result: null }),
    context,
  );
  await streams.change(transcriptDecider, episode(6), () => ({ events: [changes[0]!.event], result: null }), context);
  expect(await carry(6, versionId)).toMatchObject({ placed: 3, asked: 0, obsolete: 0 });
  const recorded = (await stored(`transcript-${episode(6)}`)).slice(revision + 1);
  expect(recorded.map(({ data }) => data)).toEqual(changes.map(({ event }) => event.data));
});

const at = (number: number) => `/api/admin/episodes/${episode(number)}/carry-over`;
const page = async (number: number) => (await admin('GET', `/api/podcasts/talk/part-${number}`)).body as EpisodePage;
const versionOf = (data: unknown) => (data as { versionId: string }).versionId;
const stored = async (stream: string) => {
  const events = [];
  for await (const event of app.services.log.readStream(stream)) events.push(event);
  return events;
};
let head = 0n;
const projected = async () => {
  head = await app.services.log.head();
  while (!(await app.services.checkpoints.passed(head)));
};
const until = async (isSo: () => boolean) => {
  while (!isSo()) await pause(10);
};

const carry = async (number: number, versionId: VersionId) => {
  const answer = await app.services.commands.send(
    new CarryOverCorrections({ episodeUuid: episode(number), versionId }, context),
  );
  await projected();
  return answer;
};

/** As an admin saves it in the editor; texts and speakers alike. */
async function correct(number: number, ...changes: readonly [string, string][]): Promise<void> {
  const { transcript } = await page(number);
  const segments = transcript.map((segment) => {
    let [text, speaker] = [segment.text, segment.speaker];
    for (const [from, to] of changes) [text, speaker] = [text.replace(from, to), speaker.replace(from, to)];
    return { ...segment, text, speaker };
  });
  const saved = await admin('PUT', `/api/episodes/${episode(number)}/transcript`, { segments });
  expect(saved.status).toBe(200);
}

/** Lines as `Ada: Hello there.` */
async function record(number: number, lines: readonly string[], activates = false): Promise<VersionId> {
  const cues = lines.map((line, index) => {
    const [, name, text] = /^(?:(\w+): )?(.*)$/.exec(line) as unknown as [string, string | undefined, string];
    return `00:00:0${index}.000 --> 00:00:0${index + 1}.000\n${name ? `<v ${name}>` : ''}${text}`;
  });
  const { versionId } = await app.services.commands.send(
    new RecordTranscriptFile(
      {
        episodeUuid: episode(number),
        bytes: Buffer.from(`WEBVTT\n\n${cues.join('\n\n')}\n`),
        source: 'model',
        replacesEdits: false,
        activates,
      },
      context,
    ),
  );
  await projected();
  return versionId;
}
