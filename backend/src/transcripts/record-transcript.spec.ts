import { expect, it } from '@jest/globals';
import { EpisodeUuid } from '@earmark/contracts/episodes';
import { EARMARK_NAMESPACE, uuidFrom } from '@earmark/contracts/kit';
import { recordTranscript } from './record-transcript.ts';

const SEGMENTS = 10_000;

it('answers others while it prepares a long transcript', async () => {
  let turns = 0;
  let isPrepared = false;
  const count = () => {
    turns++;
    if (!isPrepared) setImmediate(count);
  };
  setImmediate(count);
  const { chunks } = await prepared(SEGMENTS);
  isPrepared = true;
  expect(turns).toBeGreaterThan(10);
  expect(chunks.map(({ length }) => length)).toEqual(Array.from({ length: SEGMENTS / 500 }, () => 500));
});

it('gives the same command for the same file', async () => {
  expect(await prepared(1200)).toEqual(await prepared(1200));
});

const prepared = async (segments: number) =>
  recordTranscript({
    episodeUuid: uuidFrom(EARMARK_NAMESPACE, 'episode', EpisodeUuid),
    bytes: Buffer.from(`a file of ${segments} segments`),
    parsed: {
      format: 'vtt',
      speakers: ['Ann'],
      warnings: [],
      segments: Array.from({ length: segments }, (_, at) => ({
        startMs: at * 1000,
        endMs: at * 1000 + 1000,
        speaker: 'Ann',
        text: `Sentence ${at}.`,
      })),
    },
    source: 'upload',
    pin: { vocabularyRevision: 0, matcherVersion: 1 },
    replacesEdits: false,
  });
