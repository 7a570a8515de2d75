import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseTranscript, TranscriptFormatUnknown } from './parse-transcript.ts';

const data = join(__dirname, '../../../../../shared/data');
const Manifest = z.array(
  z.object({
    file: z.string(),
    checked: z
      .object({ segments: z.number(), speakers: z.number(), timed: z.number(), first: z.number(), last: z.number() })
      .partial()
      .nullish(),
  }),
);

// The published files are not part of the repository: without the folder there is nothing to compare with.
const whenPresent = existsSync(join(data, 'MANIFEST.json')) ? describe : describe.skip;

whenPresent('published transcripts', () => {
  it.each(listed().filter(([, checked]) => checked.segments !== 0))(
    'give the segments, speakers and times that were counted: %s',
    (name, checked) => {
      const difference = differences.get(name);
      const { segments, speakers } = parseTranscript(read(name));
      const starts = segments.map(({ startMs }) => startMs);
      const ends = segments.map(({ endMs }) => endMs);
      expect({ segments: segments.length, speakers: speakers.length }).toEqual({
        segments: difference?.segments ?? checked.segments,
        speakers: difference?.speakers ?? checked.speakers,
      });
      expect(Math.max(...ends) > 0).toBe(difference?.isTimed ?? checked.timed !== 0);
      // Of a caption file the last end was counted, of a text the last mark, which is a start.
      const isTimed = checked.timed === checked.segments && checked.last !== undefined;
      const lastMs = isTimed ? (difference?.lastMs ?? Math.round((checked.last ?? 0) * 1000)) : Math.max(...ends);
      expect([Math.max(...starts), Math.max(...ends)]).toContain(lastMs);
      const firstMs = isTimed && checked.first !== undefined ? Math.round(checked.first * 1000) : Math.min(...starts);
      expect(Math.min(...starts)).toBe(firstMs);
    },
  );

  it.each(listed().filter(([, checked]) => checked.segments === 0))('are told from other files: %s', (name) => {
    expect(() => parseTranscript(read(name))).toThrow(TranscriptFormatUnknown);
  });

  it.each([
    ['bom-crlf.vtt', 'podnews-weekly-review/podnews_weekly_review_2024-01-19.vtt'],
    ['utf16le.vtt', 'podnews-weekly-review/podnews_weekly_review_2024-01-19.vtt'],
    ['settings-tags-entities.vtt', 'podnews-weekly-review/podnews_weekly_review_2024-01-19.vtt'],
    ['cr-only.srt', 'podcasting-2.0/podcasting_20_episode_124.srt'],
    ['no-numbers-dots.srt', 'podcasting-2.0/podcasting_20_episode_124.srt'],
    ['duplicate-and-shuffled.srt', 'podcasting-2.0/podcasting_20_episode_124.srt'],
  ])('read the same in another guise: %s', (guise, source) => {
    const { segments } = parseTranscript(read(`_derived/${guise}`));
    // The guise with entities writes "&amp;" for some "and".
    const plain = segments.map((segment) => ({ ...segment, text: segment.text.replaceAll(' & ', ' and ') }));
    expect(plain).toEqual(parseTranscript(read(source)).segments);
  });

  it('give all whole cues before a cut', () => {
    const whole = parseTranscript(read('podnews-weekly-review/podnews_weekly_review_2024-01-19.vtt')).segments;
    const cut = parseTranscript(read('_derived/no-final-newline-truncated-cue.vtt')).segments;
    expect(cut.map(({ text }) => text)).toEqual(whole.slice(0, cut.length).map(({ text }) => text));
    expect(cut.length).toBeGreaterThan(100);
  });

  it('give two speakers for WhisperX words of which some name none', () => {
    const { segments, speakers } = parseTranscript(read('_derived/whisperx-native-with-speakers.json'));
    expect([segments.length, speakers.length]).toEqual([77, 2]);
  });
});

interface Difference {
  readonly why: string;
  readonly segments?: number;
  readonly speakers?: number;
  readonly lastMs?: number;
  readonly isTimed?: boolean;
}

const brk = 'A turn of the music ("Break", "Jingle", "Outro") holds no words and is dropped.';
const empty = 'Cues without words, such as "--", are dropped.';
const loop = 'A text that is repeated more than three times in a row is reduced to the first.';
const words = 'One-word cues are joined to sentences.';
const headings = 'Headings were counted as segments; they are not spoken.';
const long = 'Segments above 10,000 characters are split at sentence ends.';
const lone = 'Its one name is the speaker of the paragraphs after it.';

/** Where the counts of the manifest and ours differ, and why. */
const differences: ReadonlyMap<string, Difference> = new Map([
  ['the-changelog-family/go-time-200.md', { segments: 1164, speakers: 10, why: brk }],
  ['the-changelog-family/go-time-237.md', { segments: 113, speakers: 3, why: brk }],
  ['the-changelog-family/practical-ai-100.md', { segments: 276, speakers: 4, why: brk }],
  ['the-changelog-family/practical-ai-285.md', { speakers: 1, why: lone }],
  ['the-changelog-family/the-changelog-448.md', { segments: 92, speakers: 2, why: brk }],
  ['the-changelog-family/changelog-news-2.md', { speakers: 1, why: lone }],
  ['the-changelog-family/changelog-news-36.md', { segments: 6, speakers: 2, why: brk }],
  ['the-changelog-family/js-party-261.md', { segments: 63, speakers: 2, why: brk }],
  ['the-changelog-family/ship-it-31.md', { segments: 125, speakers: 2, why: brk }],
  ['aws-bites/1.json', { segments: 75, why: empty }],
  ['aws-bites/1.vtt', { segments: 75, why: empty }],
  ['virtual-coffee/1_4.srt', { segments: 1221, why: empty }],
  ['virtual-coffee/5_999.srt', { segments: 1681, why: empty }],
  ['virtual-coffee/6_8.srt', { segments: 1111, why: empty }],
  [
    'talk-python-to-me/386-realtime-web-apps-and-dashboards-with-h2o-wave.vtt',
    { segments: 5528, why: `${loop} Three exact repeats are dropped.` },
  ],
  ['talk-python-to-me/299-datasette.vtt', { segments: 1089, why: loop }],
  ['talk-python-to-me/299-datasette.txt', { segments: 1078, why: loop }],
  ['talk-python-to-me/yt-414-stroll-down-startup-lane.vtt', { segments: 1298, why: empty }],
  [
    'lenny-s-podcast/ryan-hoover.transcript.md',
    { segments: 174, speakers: 3, why: '"[time] Name: text" was counted by paragraph; it is read as turns.' },
  ],
  ['lenny-s-podcast/brian-chesky.transcript.md', { segments: 63, why: long }],
  ['podnews-weekly-review/podnews_weekly_review_2023-06-02.json', { segments: 3, why: words }],
  ['podnews-weekly-review/podnews_weekly_review_2023-03-17.html', { segments: 51, lastMs: 2_854_040, why: long }],
  ['early-days-of-ethereum/episode004-taylor-gerring_whisperx_words.json', { segments: 611, why: words }],
  [
    'early-days-of-ethereum/episode009-amir-taaki_assemblyai_opus.srt',
    { segments: 1007, speakers: 2, why: `${words} Its two colours are its speakers.` },
  ],
  [
    'early-days-of-ethereum/episode007-jacob-czepluch_whisperx_consensus_words.json',
    { segments: 34, why: `${words} ${loop}` },
  ],
  ['waiting-to-be-signed/wtbs-mcllama.transcript_zh-TW.md', { segments: 1022, why: headings }],
  [
    'stephan-livera-podcast/2019-10-29-jack-mallers.md',
    { segments: 104, speakers: 3, why: 'Two turns are of a "Speaker 2".' },
  ],
  [
    'stephan-livera-podcast/2020-08-13-christian-decker-lightning-topics.md',
    { speakers: 2, why: 'Initials are joined with the name they were given with.' },
  ],
  ['bitcoin-transcripts-in-other-languages/2022-10-15-braidpool.zh.md', { segments: 38, why: headings }],
  [
    'bitcoin-transcripts-in-other-languages/2020-05-24-sergi-delgado-watchtowers.zh.md',
    { segments: 80, why: headings },
  ],
  [
    'bitcoin-transcripts-in-other-languages/2020-05-09-sergei-tikhomirov-lightning-privacy.pt.md',
    { segments: 31, speakers: 0, why: 'Topic and place of the talk were counted as speakers; it has paragraphs only.' },
  ],
  [
    'oxide-and-friends/Whither-CockroachDB-_transcript.txt',
    { segments: 1838, isTimed: true, why: 'Lines of "[0.00 --> 0.62] text" were not known when it was counted.' },
  ],
  ['huberman-lab/46__transcript.txt', { segments: 190, why: long }],
  ['huberman-lab/1__transcript.txt', { segments: 199, why: long }],
  ['spec-samples/sample.vtt', { segments: 13, why: empty }],
  ['spec-samples/namespace-example.json', { segments: 2, why: words }],
]);

type Checked = NonNullable<z.infer<typeof Manifest>[number]['checked']>;

function listed(): [name: string, checked: Checked][] {
  if (!existsSync(join(data, 'MANIFEST.json'))) return [];
  const files = Manifest.parse(JSON.parse(readFileSync(join(data, 'MANIFEST.json'), 'utf8')));
  return files
    .filter(({ file }) => file.startsWith('shared/transcripts/') && !file.includes('/_derived/'))
    .map(({ file, checked }) => [file.slice('shared/transcripts/'.length), checked ?? {}]);
}

function read(name: string): Uint8Array {
  return readFileSync(join(data, 'transcripts', name));
}
