import { expect, it } from '@jest/globals';
import { formatClock } from '@earmark/contracts/kit';
import { parseTranscript } from '../transcripts/formats/parse-transcript.ts';
import { subrip, webvtt } from './caption-writer.ts';

const segment = (startTime: number, endTime: number, speaker: string, text: string) => ({
  id: '',
  startTime,
  endTime,
  speaker,
  text,
  timeFormatted: formatClock(startTime),
});

/** Texts that no other file could bring in unchanged; edits can produce all of them. */
const ODD = [
  segment(5_000, 5_000, 'Unknown', 'Note: nobody said <v this> & that.'),
  segment(1_001, 2_999, 'A & B <x>', 'Two lines\nand\n\nanother --> 00:01.000'),
  segment(360_000_000, 360_000_500, 'SPEAKER_07', 'Yes.'),
  ...[1, 2, 3, 4, 5].map(() => segment(400_000_000, 400_000_001, 'Ann', 'Yes.')),
  segment(400_000_002, 400_000_003, 'Unknown', '&amp; &#10; stay'),
];

it('writes WebVTT that is read back unchanged, whatever the segments', () => {
  const { segments, warnings } = parseTranscript(Buffer.from([...webvtt(ODD, null)].join('')));
  expect(warnings).toEqual([]);
  expect(segments).toEqual(
    ODD.map(({ startTime: startMs, endTime: endMs, speaker, text }) => ({
      startMs,
      endMs,
      speaker: speaker === 'Unknown' ? null : speaker,
      text,
    })),
  );
});

it('writes SubRip without blank lines in a cue', () => {
  expect([...subrip(ODD)][1]).toBe(
    '2\n00:00:01,001 --> 00:00:02,999\nA & B <x>: Two lines\nand\nanother --> 00:01.000\n\n',
  );
});

it('repairs a file that claims to be an export but has been changed', () => {
  const text = [...webvtt(ODD.slice(0, 2), null)]
    .join('')
    .replace('00:00:05.000 --> 00:00:05.000', '00:00:05.000 --> 00:00:01.000');
  expect(parseTranscript(Buffer.from(text)).warnings.join()).toContain('ended before');
});
