import type { TranscriptText } from '@earmark/contracts/transcripts';
import { wordsIn } from './carry-corrections.ts';
import { CarryStory } from './carry-story.ts';

const MISHEARD = 0.08;
const LOST = 0.01;
const REPEATED = 0.01;
/** Words of one new segment. */
const FEWEST = 5;
const MOST = 18;

/** The same words as another engine might hear them: some differ, some are missing, and segments end elsewhere. */
export async function misheard(parsed: TranscriptText, random: () => number): Promise<CarryStory> {
  const spoken = parsed.segments.flatMap(({ text, speaker, startMs, endMs }) => {
    const words = wordsIn(text);
    const each = (endMs - startMs) / Math.max(1, words.length);
    return words.map((word, index) => ({
      word,
      speaker,
      startMs: Math.round(startMs + each * index),
      endMs: Math.round(startMs + each * (index + 1)),
    }));
  });
  const heard = spoken.flatMap((one) => {
    const chance = random();
    if (chance < LOST) return [];
    if (chance < LOST + REPEATED) return [one, one];
    const other = spoken[Math.floor(random() * spoken.length)]!.word;

    return [chance < LOST + REPEATED + MISHEARD ? { ...one, word: other } : one];
  });
  const segments: TranscriptText['segments'][number][] = [];
  for (let start = 0; start < heard.length;) {
    const most = FEWEST + Math.floor(random() * (MOST - FEWEST));
    const first = heard[start]!;
    let end = start + 1;
    while (end < heard.length && end - start < most && heard[end]!.speaker === first.speaker) end++;
    const words = heard.slice(start, end);
    segments.push({
      speaker: first.speaker,
      startMs: first.startMs,
      endMs: Math.max(first.startMs, words.at(-1)!.endMs),
      text: words.map(({ word }) => word).join(' '),
    });
    start = end;
  }

  return CarryStory.of(Buffer.from('misheard'), { ...parsed, segments });
}
