import { z } from 'zod';

/** Entries in the shape of `JsonEntry`, with times in seconds, or in milliseconds when `inMs`. */
export interface ServiceEntries {
  readonly format: string;
  readonly list: readonly ServiceEntry[];
  readonly inMs: boolean;
}

interface ServiceEntry {
  readonly start: number | null;
  readonly end: number | null;
  readonly speaker: string | null;
  readonly text: string;
}

/** Seconds: a number, "12.5", "12.5s", or `{ seconds, nanos }`, in which zeros are left out. */
const Seconds = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,9}(?:\.\d{1,9})?s?$/)
      .transform((text) => Number(text.replace('s', ''))),
    z
      .object({ seconds: z.coerce.number().default(0), nanos: z.number().default(0) })
      .transform(({ seconds, nanos }) => seconds + nanos / 1e9),
  ])
  .nullable()
  .catch(null)
  .default(null);
const Label = z.union([z.string(), z.number()]).transform(String).nullable().catch(null).default(null);

/** A word or a punctuation mark of Amazon Transcribe and Speechmatics; marks may have no times. */
const Item = z.object({
  start_time: Seconds,
  end_time: Seconds,
  speaker_label: Label,
  alternatives: z.tuple([z.object({ content: z.string(), speaker: Label })], z.unknown()),
});
const AmazonTranscribe = z.object({
  results: z.object({
    audio_segments: z.undefined().optional(),
    items: z.array(Item).min(1),
    speaker_labels: z
      .object({
        segments: z.array(z.object({ items: z.array(z.object({ start_time: Seconds, speaker_label: Label })) })),
      })
      .optional()
      .catch(undefined),
  }),
});
const Speechmatics = z.object({ results: z.array(Item).min(1) });

const GoogleWord = z
  .object({
    word: z.string(),
    startTime: Seconds,
    startOffset: Seconds,
    start_time: Seconds,
    endTime: Seconds,
    endOffset: Seconds,
    end_time: Seconds,
    speakerTag: Label,
    speaker_tag: Label,
    speakerLabel: Label,
  })
  .transform((word) => ({
    text: word.word,
    start: word.startTime ?? word.startOffset ?? word.start_time,
    end: word.endTime ?? word.endOffset ?? word.end_time,
    // Tag 0 is no speaker.
    speaker: [word.speakerLabel, word.speakerTag, word.speaker_tag].find((tag) => tag && tag !== '0') ?? null,
  }));
const GoogleSpeech = z.object({
  results: z
    .array(
      z.object({
        alternatives: z
          .array(z.object({ transcript: z.string().default(''), words: z.array(GoogleWord).default([]) }))
          .default([]),
        resultEndTime: Seconds,
        resultEndOffset: Seconds,
      }),
    )
    .min(1),
});

const Rev = z.object({
  monologues: z
    .array(
      z.object({
        speaker: Label,
        elements: z.array(z.object({ value: z.string().default(''), ts: Seconds, end_ts: Seconds })),
      }),
    )
    .min(1),
});

const Chunk = z.object({
  text: z.string(),
  timestamp: z.tuple([Seconds, Seconds]),
  speaker: Label,
});
const Transformers = z.object({
  chunks: z.array(Chunk).min(1),
  speakers: z.array(Chunk).min(1).optional().catch(undefined),
});

const YouTube = z.object({
  events: z
    .array(
      z.object({
        tStartMs: z.number().default(0),
        dDurationMs: z.number().default(0),
        segs: z.array(z.object({ utf8: z.string().default('') })).default([]),
      }),
    )
    .min(1),
});

const TICKS_PER_SECOND = 1e7;
const AzureSpeech = z.object({
  recognizedPhrases: z
    .array(
      z.object({
        offsetInTicks: z.number(),
        durationInTicks: z.number(),
        speaker: Label,
        nBest: z.array(z.object({ display: z.string() })).default([]),
      }),
    )
    .min(1),
});

const AzureFastSpeech = z.object({
  phrases: z
    .array(
      z.object({ offsetMilliseconds: z.number(), durationMilliseconds: z.number(), speaker: Label, text: z.string() }),
    )
    .min(1),
});

/**
 * The words or phrases in the answer of Amazon Transcribe (without `audio_segments`), Google, Speechmatics, Rev, Azure,
 * Whisper by Transformers, or in captions of YouTube (json3). Null for another document.
 */
export function serviceEntries(data: unknown): ServiceEntries | null {
  return (
    read(AmazonTranscribe, data, amazonTranscribe) ??
    read(Speechmatics, data, speechmatics) ??
    read(GoogleSpeech, data, googleSpeech) ??
    read(Rev, data, rev) ??
    read(Transformers, data, transformers) ??
    read(YouTube, data, youTube) ??
    read(AzureSpeech, data, azureSpeech) ??
    read(AzureFastSpeech, data, azureFastSpeech)
  );
}

function read<Answer>(
  schema: z.ZodType<Answer>,
  data: unknown,
  entries: (answer: Answer) => ServiceEntries,
): ServiceEntries | null {
  const { data: answer } = schema.safeParse(data);
  return answer === undefined ? null : entries(answer);
}

function amazonTranscribe({ results }: z.infer<typeof AmazonTranscribe>): ServiceEntries {
  // Older answers name the speaker of a word only in a list beside the words.
  const labels = new Map(
    results.speaker_labels?.segments.flatMap(({ items }) =>
      items.map(({ start_time, speaker_label }) => [start_time, speaker_label] as const),
    ),
  );
  return inSeconds(
    'aws-transcribe-json',
    results.items.map(({ start_time, end_time, speaker_label, alternatives: [{ content }] }) => ({
      start: start_time,
      end: end_time,
      speaker: speaker_label ?? (start_time === null ? null : (labels.get(start_time) ?? null)),
      text: content,
    })),
  );
}

function speechmatics({ results }: z.infer<typeof Speechmatics>): ServiceEntries {
  return inSeconds(
    'speechmatics-json',
    results.map(({ start_time, end_time, alternatives: [{ content, speaker }] }) => ({
      start: start_time,
      end: end_time,
      speaker: speaker === 'UU' ? null : (speaker?.replace(/^S(?=\d+$)/, 'Speaker ') ?? null),
      text: content,
    })),
  );
}

function googleSpeech({ results }: z.infer<typeof GoogleSpeech>): ServiceEntries {
  const words = results.flatMap(({ alternatives }) => alternatives[0]?.words ?? []);
  // With speakers, the last result repeats all words, and only there do they have a tag.
  const spoken = words.filter(({ speaker }) => speaker !== null);
  if (words.length > 0) return inSeconds('google-speech-json', spoken.length > 0 ? spoken : words);

  let before: number | null = 0;
  return inSeconds(
    'google-speech-json',
    results.map(({ alternatives, resultEndTime, resultEndOffset }) => {
      const start = before;
      before = resultEndTime ?? resultEndOffset;
      return { start, end: before, speaker: null, text: alternatives[0]?.transcript ?? '' };
    }),
  );
}

function rev({ monologues }: z.infer<typeof Rev>): ServiceEntries {
  return inSeconds(
    'rev-json',
    monologues.flatMap(({ speaker, elements }) =>
      elements.map(({ value, ts, end_ts }) => ({ start: ts, end: end_ts, speaker, text: value })),
    ),
  );
}

function transformers({ chunks, speakers }: z.infer<typeof Transformers>): ServiceEntries {
  return inSeconds(
    'whisper-json',
    (speakers ?? chunks).map(({ timestamp: [start, end], speaker, text }) => ({ start, end, speaker, text })),
  );
}

/** A line of automatic captions stays while the next one is spoken. */
function youTube({ events }: z.infer<typeof YouTube>): ServiceEntries {
  const lines = events
    .map(({ tStartMs, dDurationMs, segs }) => ({
      start: tStartMs,
      end: tStartMs + dDurationMs,
      speaker: null,
      text: segs.map(({ utf8 }) => utf8).join(''),
    }))
    .filter(({ text }) => text.trim() !== '');
  const list = lines.map((line, index) => ({ ...line, end: Math.min(line.end, lines[index + 1]?.start ?? line.end) }));
  return { format: 'youtube-json', list, inMs: true };
}

function azureSpeech({ recognizedPhrases }: z.infer<typeof AzureSpeech>): ServiceEntries {
  return inSeconds(
    'azure-speech-json',
    recognizedPhrases.map(({ offsetInTicks, durationInTicks, speaker, nBest }) => ({
      start: offsetInTicks / TICKS_PER_SECOND,
      end: (offsetInTicks + durationInTicks) / TICKS_PER_SECOND,
      speaker,
      text: nBest[0]?.display ?? '',
    })),
  );
}

function azureFastSpeech({ phrases }: z.infer<typeof AzureFastSpeech>): ServiceEntries {
  const list = phrases.map(({ offsetMilliseconds: start, durationMilliseconds, speaker, text }) => ({
    start,
    end: start + durationMilliseconds,
    speaker,
    text,
  }));
  return { format: 'azure-speech-json', list, inMs: true };
}

function inSeconds(format: string, list: readonly ServiceEntry[]): ServiceEntries {
  return { format, list, inMs: false };
}
