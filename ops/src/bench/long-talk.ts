import { EARMARK_NAMESPACE, uuidFrom } from '@earmark/contracts/kit';
import { VersionId } from '@earmark/contracts/transcripts';
import { candidatesOf } from '@earmark/backend/transcripts/speakers/candidates';
import { identifySpeakers } from '@earmark/backend/transcripts/speakers/identify-speakers';
import { verifyTimes } from '@earmark/backend/transcripts/times/verify-times';
import { shown } from '../suites/statistics.ts';
import type { Result } from '../suites/suite.ts';
import { recordedSegments } from './verified-times.ts';

const LONG = 20_000;

/** Both steps on ten hours of talk. */
export async function longTalk(): Promise<Result[]> {
  const segments = recordedSegments({
    segments: Array.from({ length: LONG }, (_, index) => ({
      startMs: index * 1800,
      endMs: index * 1800 + (index % 50 === 0 ? 2500 : 1700),
      speaker: `SPEAKER_0${Math.floor(index / 7) % 3}`,
      text: index % 40 === 0 ? 'And what do you say to that, Ann?' : 'So this is what people say in an hour.',
    })),
  });
  const speakers = new Map(
    segments.flatMap(({ speakerId }) => (speakerId === null ? [] : [[speakerId, 'SPEAKER_00'] as const])),
  );
  const candidates = candidatesOf({
    series: { name: 'Engines', host: 'Dana Whitlock', author: null },
    episode: { title: 'Looms with Ann Karlsson', description: null },
    known: Array.from({ length: 300 }, (_, index) => ({ name: `Name${index} Surname`, transcripts: 1 })),
    transcripts: 300,
  });
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    return `${shown(performance.now() - started)} ms`;
  };
  const line = { goal: null, against: '', score: null, unit: '', bound: null, reason: null };

  return [
    {
      ...line,
      what: `speakers of ${shown(LONG)} segments identified`,
      ours: await timed(async () => identifySpeakers(segments, speakers, candidates)),
    },
    {
      ...line,
      what: `times of ${shown(LONG)} segments verified`,
      ours: await timed(async () =>
        verifyTimes({
          versionId: uuidFrom(EARMARK_NAMESPACE, 'long', VersionId),
          segments,
          deleted: [],
          durationMs: null,
        }),
      ),
    },
  ];
}
