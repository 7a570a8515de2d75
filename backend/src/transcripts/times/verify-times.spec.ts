import { describe, expect, it } from '@jest/globals';
import { storyCount } from '@earmark/projections/testing';
import { uuidFrom } from '@earmark/contracts/kit';
import { type RecordedSegment, SegmentId, SpeakerId, type TimeRepair, VersionId } from '@earmark/contracts/transcripts';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import fc from 'fast-check';
import { Rejected } from '../../kit/rejected.ts';
import { inverseRepair } from '../history-repairs.ts';
import { orderKeysBetween } from '../order-keys.ts';
import { evolveVersion, emptyVersion, inOrder, type Version } from '../transcript.decider.ts';
import { partsOf, straysOf } from './stray-times.ts';
import { verifyTimes } from './verify-times.ts';

const episodeUuid = EpisodeUuid.parse('11111111-1111-4111-8111-111111111111');
const versionId = uuidFrom(episodeUuid, 'version', VersionId);

describe('verifying times', () => {
  it('finds nothing to repair in good times, and says what it checked', async () => {
    const { repairs, report } = await verified(
      [0, 4000, 'Welcome to the show.'],
      [4000, 9000, 'Thank you, Ada!', 'Bea'],
    );
    expect(repairs).toEqual([]);
    expect(report).toEqual({ sentence: '2 segments checked, 0 repaired', details: [], warnings: [] });
  });

  it('ends a segment without length where the next one starts, and the last one by its length', async () => {
    expect(
      await timesOf([1000, 1000, 'One.'], [3000, 2000, 'Two.', 'Bea'], [5000, 5000, 'x'.repeat(20), 'Cem']),
    ).toEqual([
      [1000, 3000],
      [3000, 5000],
      [5000, 6200],
    ]);
  });

  it('trims what one speaker says at once, and leaves two seconds of cross-talk', async () => {
    expect(
      await timesOf(
        [0, 5000, 'I think that this'],
        [4000, 8000, 'is how it should be.'],
        [7000, 9000, 'Quite so, yes.', 'Bea'],
        [8500, 14_000, 'And then there is more.', 'Cem'],
        [9000, 12_000, 'Wait a moment please.', 'Bea'],
      ),
    ).toEqual([
      [0, 4000],
      [4000, 8000],
      [7000, 9000],
      [8500, 11_000],
      [9000, 12_000],
    ]);
  });

  it('shares the time among segments of one speaker that start at once', async () => {
    expect(
      await timesOf([1000, 4000, 'Ten chars.'], [1000, 4000, 'Twenty characters ok'], [4000, 5000, 'End of it.']),
    ).toEqual([
      [1000, 2000],
      [2000, 4000],
      [4000, 5000],
    ]);
  });

  it('estimates a stray time from those around it and keeps the order of the text', async () => {
    expect(
      await timesOf(
        [100_000, 110_000, 'aaaa'],
        [900_000, 905_000, 'bbbb'],
        [120_000, 130_000, 'cccc'],
        [130_000, 140_000, 'dddd'],
      ),
    ).toEqual([
      [100_000, 110_000],
      [110_000, 120_000],
      [120_000, 130_000],
      [130_000, 140_000],
    ]);
  });

  it('keeps the order of a transcript whose clock starts again', async () => {
    const part = (name: string) =>
      Array.from({ length: 20 }, (_, index): Line => {
        return [index * 10_000, (index + 1) * 10_000, `This is line ${index} of part ${name}.`];
      });
    const { repairs, report } = await verified(...part('one'), ...part('two'));
    expect(repairs).toEqual([]);
    expect(report.warnings).toEqual(['The times start again once; the order of the text was kept.']);
  });

  it('splits segments above 60 s at the ends of sentences', async () => {
    const sentence = `${'word '.repeat(19)}end.`;
    const { segments, report } = await verified([0, 119_800, Array(6).fill(sentence).join(' ')]);
    expect(segments.map(({ startMs, endMs, text }) => [startMs, endMs, text.split('.').length - 1])).toEqual([
      [0, 59_800, 3],
      [59_800, 119_800, 3],
    ]);
    expect(report.sentence).toBe('1 segment checked, 1 repaired');
  });

  it('leaves a long sentence whole', async () => {
    expect(await timesOf([0, 120_000, 'word '.repeat(100)])).toEqual([[0, 120_000]]);
  });

  it('joins fragments below 300 ms with a neighbour of the same speaker only', async () => {
    const { segments } = await verified(
      [0, 2000, 'I would say'],
      [2000, 2200, 'that'],
      [2300, 2500, 'yes', 'Bea'],
      [2600, 2800, 'it'],
      [2900, 4000, 'works.'],
      [9000, 9100, 'Right.', 'Bea'],
    );
    expect(segments.map(({ startMs, endMs, text }) => [startMs, endMs, text])).toEqual([
      [0, 2200, 'I would say that'],
      [2300, 2500, 'yes'],
      [2600, 4000, 'it works.'],
      [9000, 9100, 'Right.'],
    ]);
  });

  it('cuts only the last segment to the end of the audio, and says by how much the transcript is longer', async () => {
    const { segments, report } = await verifiedFor(
      20_000,
      [0, 19_000, '1 '.repeat(40)],
      [19_000, 40_000, '1 '.repeat(40)],
    );
    expect(segments.map(({ endMs }) => endMs)).toEqual([19_000, 20_000]);
    expect(report.warnings).toEqual(['The transcript is 20 s longer than the audio (dynamic ads?).']);
  });

  it('reports gaps, little coverage and an impossible pace', async () => {
    const { report } = await verifiedFor(
      1_000_000,
      [0, 9000, 'one two three four five six seven'],
      [104_000, 109_000, 'Hm.'],
      [150_000, 155_000, 'word '.repeat(60)],
    );
    expect(report.sentence).toBe('3 segments checked, 0 repaired, 3 gaps, the longest of 845 s at 00:02:35');
    expect(report.details).toEqual(['Gap of 95 s at 00:00:09', 'Gap of 41 s at 00:01:49', 'Gap of 845 s at 00:02:35']);
    expect(report.warnings).toEqual([
      'Only 2 % of the audio has a transcript.',
      '2 segments have fewer than 0.3 or more than 7 words a second, the first at 00:01:44.',
    ]);
  });

  it('spreads a text without times over the audio, and leaves it when its length is unknown', async () => {
    const untimed: Line[] = [
      [0, 0, 'aaaa bbbb'],
      [0, 0, 'cccc dddd', 'Bea'],
    ];
    expect(await timesOf(...untimed)).toEqual([
      [0, 0],
      [0, 0],
    ]);
    const { segments } = await verifiedFor(10_000, ...untimed);
    expect(segments.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 5000],
      [5000, 10_000],
    ]);
  });

  it('is refused without segments, and when too many times contradict the order', async () => {
    await expect(verified()).rejects.toMatchObject({ code: 'timestamps-unusable' });
    const muddle = Array.from({ length: 40 }, (_, index): Line => {
      const start = ((index * 17) % 40) * 60_000;
      return [start, start + 5000, `line ${index}`];
    });
    await expect(verified(...muddle)).rejects.toMatchObject({
      code: 'timestamps-unusable',
      message: expect.stringMatching(/^The times of \d+ of 40 segments contradict the order of the text/),
    });
  });
});

describe('whatever the times', () => {
  const line = fc.record({
    step: fc.oneof(fc.integer({ min: -400, max: 9000 }), fc.constantFrom(0, 0, -4000, 45_000, -90_000)),
    length: fc.oneof(fc.integer({ min: -100, max: 12_000 }), fc.constantFrom(0, 100, 250, 70_000, 200_000)),
    speaker: fc.constantFrom('Ada', 'Ada', 'Bea', null),
    text: fc.oneof(
      fc.array(fc.constantFrom('yes', 'no.', 'Well,', 'the', '好。', 'e.g. this', 'end!'), {
        minLength: 1,
        maxLength: 40,
      }),
      fc.constant(['Hm.']),
    ),
  });
  const transcripts = fc.array(line, { minLength: 1, maxLength: 60 }).map((lines) => {
    let at = 0;
    return segmentsOf(
      lines.map(({ step, length, speaker, text }): Line => {
        at = Math.max(0, at + step);
        return [at, Math.max(0, at + length), text.join(' '), speaker];
      }),
    );
  });
  const durations = fc.constantFrom(null, 60_000, 600_000);

  it('keeps the texts in their order, leaves valid times, and has nothing to do a second time', async () => {
    await fc.assert(
      fc.asyncProperty(transcripts, durations, async (segments, durationMs) => {
        const first = await unlessRefused(verifyTimes({ versionId, segments, deleted: [], durationMs }));
        if (first === null) return;
        expect(wordsOf(first.segments)).toBe(wordsOf(segments));
        expect(first.segments).toEqual([...first.segments].sort((a, b) => (a.orderKey < b.orderKey ? -1 : 1)));
        expectValid(first.segments);
        const again = await verifyTimes({ versionId, segments: first.segments, deleted: [], durationMs });
        expect(again.repairs).toEqual([]);
      }),
      { numRuns: storyCount(20_000, 100) },
    );
  });

  it('records repairs that give just that, and whose inverse restores what was', async () => {
    await fc.assert(
      fc.asyncProperty(transcripts, durations, async (segments, durationMs) => {
        const found = await unlessRefused(verifyTimes({ versionId, segments, deleted: [], durationMs }));
        if (found === null) return;
        const version = versionOf(segments);
        apply(version, found.repairs);
        expect(inOrder(version)).toEqual(found.segments);
        apply(version, found.repairs.map(inverseRepair).reverse());
        expect(inOrder(version)).toEqual(segments);
      }),
      { numRuns: storyCount(5000, 40) },
    );
  });
});

type Line = readonly [startMs: number, endMs: number, text: string, speaker?: string | null];

function segmentsOf(lines: readonly Line[]): RecordedSegment[] {
  const orderKeys = orderKeysBetween(null, null, lines.length);

  return lines.map(([startMs, endMs, text, speaker = 'Ada'], index) => ({
    segmentId: uuidFrom(versionId, String(index), SegmentId),
    orderKey: orderKeys[index]!,
    speakerId: speaker === null ? null : uuidFrom(versionId, speaker, SpeakerId),
    startMs,
    endMs,
    text,
  }));
}

const verifiedFor = async (durationMs: number | null, ...lines: Line[]) =>
  verifyTimes({ versionId, segments: segmentsOf(lines), deleted: [], durationMs });
const verified = async (...lines: Line[]) => verifiedFor(null, ...lines);
const timesOf = async (...lines: Line[]) =>
  (await verified(...lines)).segments.map(({ startMs, endMs }) => [startMs, endMs]);

async function unlessRefused<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Rejected && error.code === 'timestamps-unusable') return null;
    throw error;
  }
}

const wordsOf = (segments: readonly RecordedSegment[]): string =>
  segments
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s/g, '');

function expectValid(segments: readonly RecordedSegment[]): void {
  if (segments.every(({ startMs, endMs }) => startMs === 0 && endMs === 0)) return;
  for (const part of partsOf(segments)) {
    expect(straysOf(part.map(({ startMs }) => startMs))).toEqual([]);
    part.forEach((one, index) => {
      expect(one.startMs).toBeLessThan(one.endMs);
      for (const other of part.slice(index + 1)) {
        const overlap = Math.min(one.endMs, other.endMs) - Math.max(one.startMs, other.startMs);
        expect(overlap).toBeLessThanOrEqual(one.speakerId === other.speakerId ? 0 : 2000);
      }
    });
  }
}

function versionOf(segments: readonly RecordedSegment[]): Version {
  return { ...emptyVersion(), segments: new Map(segments.map((segment) => [segment.segmentId, segment])) };
}

function apply(version: Version, repairs: readonly TimeRepair[]): void {
  if (repairs.length > 0)
    evolveVersion(version, { type: 'TimestampsVerified', data: { episodeUuid, versionId, repairs: [...repairs] } });
}
