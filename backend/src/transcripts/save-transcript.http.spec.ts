import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EpisodeUuid, type SavedAnswer } from '@earmark/contracts/episodes';
import { uuidFrom } from '@earmark/contracts/kit';
import { SeriesUuid, seriesFacts } from '@earmark/contracts/series';
import type { SegmentView } from '@earmark/contracts/transcripts';
import { systemContext } from '../kit/system-context.ts';
import { SPEC_PATIENCE_MS, startApp, type Answer, type Caller, type RunningApp } from '../testing/running-app.ts';

let app: RunningApp;
let admin: Caller;
let episodes = 0;
const LONG_MS = 300_000;
const seriesUuid = SeriesUuid.parse('11111111-1111-4111-8111-111111111111');
const newId = (name: string) => uuidFrom(seriesUuid, `${episodes} ${name}`);

beforeAll(async () => {
  app = await startApp();
  admin = await app.signIn('admin');
  await app.services.series.putSeries(
    {
      seriesUuid,
      feedUrl: null,
      itunesId: null,
      facts: seriesFacts('Cast'),
    },
    systemContext('spec'),
  );
});
afterAll(async () => app.stop());

interface Page {
  readonly transcript: SegmentView[];
  readonly version: string;
  readonly position: string;
  readonly entityMentions: unknown[];
  readonly episode: { readonly transcriptSource: string | null };
}

/** A separate episode for each story, as two people see it. */
class Episode {
  readonly uuid = uuidFrom(seriesUuid, String((episodes += 1)), EpisodeUuid);

  async add(vtt: string | null): Promise<this> {
    const media = { audioUrl: null, imageUrl: null, link: null, transcripts: [] };
    const facts = { title: `Part ${episodes}`, description: null, publishedAt: null, durationSeconds: 60, ...media };
    await app.services.series.putEpisode(
      { episodeUuid: this.uuid, seriesUuid, guid: null, facts },
      systemContext('spec'),
    );
    if (vtt !== null) await admin('POST', `/api/admin/episodes/${this.uuid}/transcript-file`, Buffer.from(vtt));
    await app.services.checkpoints.passed(await app.services.log.head());

    return this;
  }

  async page(): Promise<Page> {
    await app.services.checkpoints.passed(await app.services.log.head());

    return (await app.visitor('GET', `/api/podcasts/cast/${this.uuid}`)).body as Page;
  }

  put(segments: unknown, ifMatch?: string | null, who: Caller = admin): Promise<Answer> {
    const headers = typeof ifMatch !== 'string' ? undefined : { 'if-match': ifMatch };

    return who('PUT', `/api/episodes/${this.uuid}/transcript`, { segments }, headers);
  }

  /** The types of the transcript's events since it was recorded. */
  async edits(): Promise<string[]> {
    const types: string[] = [];
    for await (const { type } of app.services.log.readStream(`transcript-${this.uuid}`)) types.push(type);

    return types.slice(types.indexOf('TranscriptActivated') + 1);
  }
}

const VTT = `WEBVTT

00:00:00.000 --> 00:00:01.500
<v Bea>Who was Ada Lovelace?

00:00:01.500 --> 00:00:03.000
<v Cem>A mathematician.

00:00:03.000 --> 00:00:04.500
<v Bea>She wrote the first program.
`;
const saved = (answer: Answer, changes: number): SavedAnswer => {
  expect(answer).toMatchObject({ status: 200, body: { success: true, changes } });

  return answer.body as SavedAnswer;
};
const seen = ({ transcript }: Page) => transcript.map(({ speaker, text }) => `${speaker}: ${text}`);

let episode: Episode;
let page: Page;
let first: SegmentView;
let second: SegmentView;
let third: SegmentView;

beforeEach(async () => {
  episode = await new Episode().add(VTT);
  page = await episode.page();
  [first, second, third] = page.transcript as [SegmentView, SegmentView, SegmentView];
});

describe('saving a transcript', () => {
  it('returns a position that a lagging page has not reached', async () => {
    const { checkpoints, pool } = app.services;
    const holder = await pool.connect();
    await holder.query('begin; lock table read.mentions_segment in share mode');
    checkpoints.patienceMs = 1;
    const answer = await episode.put([first, { ...second, text: 'A poet.' }, third], page.version);
    checkpoints.patienceMs = SPEC_PATIENCE_MS;
    expect(answer.headers.get('x-projection-lag')).not.toBeNull();
    const position = BigInt(saved(answer, 1).position!);
    const late = await app.visitor('GET', `/api/podcasts/cast/${episode.uuid}`);
    expect(late.body).toMatchObject({ version: page.version, transcript: page.transcript });
    expect(BigInt((late.body as Page).position) < position).toBe(true);
    await holder.query('rollback');
    holder.release();
    const shown = await episode.page();
    expect(BigInt(shown.position) >= position).toBe(true);
    expect(shown.transcript[1]!.text).toBe('A poet.');
    expect(saved(await episode.put(shown.transcript, shown.version), 0).position).toBeNull();
  });

  it('shows the saved transcript in the next read, and returns its version', async () => {
    const answer = await admin(
      'PUT',
      `/api/episodes/${episode.uuid}/transcript`,
      { segments: [first, { ...second, text: '  A poet. ' }, third] },
      { 'if-match': `"${page.version}"` },
    );
    const { version } = saved(answer, 1);
    expect(answer.body).toMatchObject({ correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    const after = await episode.page();
    expect(after).toMatchObject({ version, transcript: [first, { ...second, text: 'A poet.' }, third] });
    expect(answer.headers.get('etag')).toBe(`"${version}"`);
    expect(await episode.edits()).toEqual(['SegmentEdited']);
  });

  it('records nothing when nothing was changed', async () => {
    const { version } = saved(await episode.put(page.transcript, page.version), 0);
    expect(version).toBe(page.version);
    expect(await episode.edits()).toEqual([]);
  });

  it('adds, deletes and restores', async () => {
    const id = newId('added');
    const added = { id, text: 'New segment text...', speaker: 'Unknown', startTime: 4500, endTime: 9500 };
    const one = saved(await episode.put([first, third, added], page.version), 2);
    expect(seen(await episode.page())).toEqual([
      'Bea: Who was Ada Lovelace?',
      'Bea: She wrote the first program.',
      'Unknown: New segment text...',
    ]);
    saved(await episode.put([first, second, third, added], one.version), 1);
    expect((await episode.page()).transcript).toMatchObject([first, second, third, { id }]);
    expect(await episode.edits()).toEqual(['SegmentDeleted', 'SegmentAdded', 'SegmentRestored']);
  });

  it('splits a segment and merges it again', async () => {
    const half = { ...third, id: newId('half'), text: 'the first program.', startTime: 4000 };
    const cut = [first, second, { ...third, text: 'She wrote', endTime: 4000 }, half];
    saved(await episode.put(cut, page.version), 1);
    const between = await episode.page();
    expect(between.transcript.map(({ text }) => text).slice(2)).toEqual(['She wrote', 'the first program.']);
    saved(await episode.put(page.transcript, between.version), 1);
    expect((await episode.page()).transcript).toEqual(page.transcript);
    expect(await episode.edits()).toEqual(['SegmentSplit', 'SegmentsMerged']);
  });

  it('renames a speaker, and reassigns segments to another one', async () => {
    const renamed = page.transcript.map((one) => (one.speaker === 'Bea' ? { ...one, speaker: 'Bee' } : one));
    const { version } = saved(await episode.put(renamed, page.version), 1);
    saved(await episode.put([...renamed.slice(0, 2), { ...third, speaker: 'Dee' }], version), 1);
    expect((await episode.page()).transcript.map(({ speaker }) => speaker)).toEqual(['Bee', 'Cem', 'Dee']);
    expect(await episode.edits()).toEqual(['SpeakerRenamed', 'SegmentsReassigned']);
  });

  it('records the first transcript of an episode', async () => {
    const other = await new Episode().add(null);
    const empty = await other.page();
    const segments = [{ text: 'Hello', speakerName: 'Ana', start: 1200 }, { text: 'there' }];
    // The caller, who sent no ids, does not know the new ones.
    expect(saved(await other.put(segments, empty.version), 2).version).toBeNull();
    expect(await other.page()).toMatchObject({
      episode: { transcriptSource: 'upload', hasWhisperTranscript: true },
      transcript: [
        { text: 'Hello', speaker: 'Ana', startTime: 1200, endTime: 6200 },
        { text: 'there', speaker: 'Unknown', startTime: 6200, endTime: 11_200 },
      ],
    });
  });
});

describe('two people save', () => {
  it('and saving again still does not delete what was merged in', async () => {
    saved(
      await episode.put([first, { ...second, text: 'A poet.' }, third, { ...third, id: newId('new') }], page.version),
      2,
    );
    const mine = [{ ...first, text: 'Who is Ada?' }, second, third];
    const { version } = saved(await episode.put(mine, page.version), 1);
    expect(version).toBeNull();
    expect((await episode.put(mine, page.version)).headers.get('etag')).toBeNull();

    // Changes of other parts are not named by it either.
    const alone = await episode.page();
    await admin('PUT', `/api/episodes/${episode.uuid}/description`, { description: '<p>Theirs</p>' });
    const next = saved(await episode.put([...alone.transcript.slice(0, 3)], alone.version), 1).version!;
    const put = await admin(
      'PUT',
      `/api/episodes/${episode.uuid}/description`,
      { description: '<p>Mine</p>' },
      { 'if-match': next },
    );
    expect(put.status).toBe(409);
  });

  it('and both changes are there', async () => {
    saved(await episode.put([{ ...first, text: 'Who is Ada?' }, second, third], page.version), 1);
    saved(await episode.put([first, { ...second, speaker: 'Dee' }, { ...third, endTime: 5000 }], page.version), 2);
    expect((await episode.page()).transcript).toMatchObject([
      { text: 'Who is Ada?' },
      { speaker: 'Dee' },
      { endTime: 5000 },
    ]);
  });

  it('and segments that only one has loaded stay', async () => {
    saved(await episode.put([...page.transcript, { text: 'Added' }], page.version), 1);
    saved(await episode.put([first, second], page.version), 1);
    expect((await episode.page()).transcript.map(({ text }) => text)).toEqual([first.text, second.text, 'Added']);
  });

  it('and the second gets the conflicts; nothing is written', async () => {
    saved(await episode.put([first, { ...second, text: 'A poet.' }], page.version), 2);
    const before = await episode.edits();
    const mine = { ...second, text: 'A writer.' };
    expect(await episode.put([{ ...first, text: 'Also mine' }, mine, third], page.version)).toMatchObject({
      status: 409,
      body: {
        code: 'edit-conflict',
        detail: expect.stringMatching(/^[A-Z].*\.$/),
        conflicts: [{ segmentId: second.id, base: second, mine, theirs: { ...second, text: 'A poet.' } }],
      },
    });
    expect(await episode.edits()).toEqual(before);
  });

  it('at once: each change is recorded once', async () => {
    const answers = await Promise.all(
      page.transcript.map((_, place) =>
        episode.put(
          page.transcript.map((one, index) => (index === place ? { ...one, text: `Changed ${place}` } : one)),
          page.version,
        ),
      ),
    );
    for (const answer of answers) saved(answer, 1);
    expect((await episode.page()).transcript.map(({ text }) => text)).toEqual(['Changed 0', 'Changed 1', 'Changed 2']);
  });
});

describe('If-Match', () => {
  it.each<[string, (version: string) => string]>([
    ['with quotes', (version) => `"${version}"`],
    ['weak', (version) => `W/"${version}"`],
    ['as the field of the answer', (version) => version],
  ])('is understood %s', async (_, written) => {
    saved(await episode.put([{ ...first, text: 'Theirs' }, second, third], page.version), 1);
    saved(await episode.put([first, second, { ...third, text: 'Mine' }], written(page.version)), 1);
    expect((await episode.page()).transcript.map(({ text }) => text)).toEqual(['Theirs', second.text, 'Mine']);
  });

  it('is optional: the default base is the current version', async () => {
    saved(await episode.put([{ ...first, text: 'Theirs' }, second, third]), 1);
    saved(await episode.put([first, second]), 2);
    expect(seen(await episode.page())).toEqual([first, second].map(({ speaker, text }) => `${speaker}: ${text}`));
  });

  it.each([
    ['a word', '"yesterday"'],
    ['anything', '*'],
    ['a list', '"MC4tMS4w", "MC4tMS4w"'],
    ['nothing', '""'],
    ['another form', `"${Buffer.from('1.2').toString('base64url')}"`],
    ['a revision that is still to come', `"${Buffer.from('99.-1.0.0.1').toString('base64url')}"`],
    ['a text behind it', `"${Buffer.from('1.-1.0.0.1 x').toString('base64url')}"`],
  ])('is refused when it is %s', async (_, ifMatch) => {
    expect(await episode.put(page.transcript, ifMatch)).toMatchObject({
      status: 400,
      body: { code: 'invalid', detail: 'The value of If-Match is not a version of this episode.' },
    });
  });
});

describe('what cannot be saved', () => {
  it.each<[string, () => unknown, string]>([
    [
      'a blank text',
      () => [first, { ...second, text: ' \n' }],
      'Segment 2 has no text: write some, or delete the segment.',
    ],
    ['an end before the start', () => [{ ...first, startTime: 9, endTime: 5 }], 'Segment 1 ends before it starts.'],
    [
      'a start after the old end',
      () => [{ id: first.id, text: 'x', startTime: 9999 }],
      'Segment 1 ends before it starts.',
    ],
    ['an id twice', () => [first, { ...second, id: first.id.toUpperCase() }], `The segment id `],
    ['no list', () => 'x', 'The field "segments" is not valid: '],
    ['an id that is none', () => [{ ...first, id: 'one' }], 'The field "segments.0.id" is not valid: '],
    ['a time that is none', () => [{ ...first, startTime: 1.5 }], 'The field "segments.0.startTime" is not valid: '],
    ['a time before the start', () => [{ ...first, startTime: -1 }], 'The field "segments.0.startTime" is not valid: '],
    [
      'a time out of all bounds',
      () => [{ ...first, endTime: 2 ** 31 }],
      'The field "segments.0.endTime" is not valid: ',
    ],
    ['a text that is none', () => [{ ...first, text: null }], 'The field "segments.0.text" is not valid: '],
    [
      'a character that no table holds',
      () => [{ ...first, text: 'a\0b' }],
      'The text contains a character that cannot be',
    ],
  ])('%s is refused with a sentence', async (_, segments, sentence) => {
    const answer = await episode.put(segments(), page.version);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', detail: expect.stringContaining(sentence) } });
    expect(await episode.edits()).toEqual([]);
  });

  it('is a text too large for any append: nothing of it is recorded', async () => {
    const head = await app.services.log.head();
    const long = [first, { ...second, text: 'x'.repeat(2_000_000) }, third];
    expect(await episode.put(long, page.version)).toMatchObject({ status: 413, body: { code: 'too-large' } });
    expect(await app.services.log.head()).toBe(head);
  });

  it('is one of an unknown episode, or with an invalid id', async () => {
    const nobody = uuidFrom(seriesUuid, 'nobody');
    const put = (uuid: string) => admin('PUT', `/api/episodes/${uuid}/transcript`, { segments: [] });
    expect(await put(nobody)).toMatchObject({ status: 404, body: { code: 'episode-unknown' } });
    expect(await put('part-1')).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });

  it('is one sent by visitors or without the role', async () => {
    expect(await episode.put([], undefined, app.visitor)).toMatchObject({ status: 401 });
    for (const role of ['reader', 'analyst'] as const)
      expect(await episode.put([], undefined, await app.signIn(role))).toMatchObject({ status: 403 });
  });
});

describe('a transcript of 5,536 segments', () => {
  const clock = (second: number) => new Date(second * 1000).toISOString().slice(11, 23);
  const cues = Array.from({ length: 5536 }, (_, at) => `${clock(at)} --> ${clock(at + 1)}\nSentence number ${at}.`);

  it(
    'needs one small event for one changed segment, and a new version when most of it changes',
    async () => {
      const long = await new Episode().add(`WEBVTT\n\n${cues.join('\n\n')}\n`);
      const { transcript, version } = await long.page();
      expect(transcript).toHaveLength(5536);
      const changed = transcript.map((one, place) => (place === 4000 ? { ...one, text: 'Another one.' } : one));
      const { version: next } = saved(await long.put(changed, version), 1);
      for await (const event of app.services.log.readStream(`transcript-${long.uuid}`, {
        direction: 'backwards',
        limit: 1,
      })) {
        expect(event.type).toBe('SegmentEdited');
        expect(JSON.stringify([event.data, event.metadata]).length).toBeLessThan(1000);
      }
      expect(await long.edits()).toEqual(['SegmentEdited']);

      const all = changed.map((one) => ({ ...one, text: `${one.text} ${'And more. '.repeat(10)}`.trim() }));
      saved(await long.put(all, next), 5536);
      expect((await long.page()).transcript).toEqual(all);
      // A caller who still has the old version can continue.
      saved(
        await long.put(
          changed.map((one, place) => (place === 7 ? { ...one, endTime: 9000 } : one)),
          next,
        ),
        1,
      );
      expect((await long.page()).transcript[7]).toEqual({ ...all[7], endTime: 9000 });
    },
    LONG_MS,
  );
});
