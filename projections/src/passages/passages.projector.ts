import { readFileSync } from 'node:fs';
import {
  SegmentAdded,
  SegmentEdited,
  SegmentRestored,
  SegmentsMerged,
  SegmentSplit,
  SegmentsRecorded,
  type VersionId,
} from '@earmark/contracts/transcripts';
import { foldQuickly } from '@earmark/contracts/mentions';
import { defineProjector } from '../kit/projector.ts';
import type { Tables } from '../kit/tables.ts';
import { eachPlacedWord } from './passage-words.ts';
import { PLACES_USED, PostingWriter } from './posting.ts';

interface Memory {
  /** Number of the next chunk; null: not read yet. */
  next: number | null;
  /** By word, in chunks that wait to be written: rows of a word are read together, so they are written together. */
  waiting: Map<string, { chunk: number; segments: Uint8Array; places: Uint8Array }[]>;
  postings: number;
}

/** Written at once in a rebuild. */
const MOST_WAITING = 100_000;

interface TextOfSegment {
  readonly segmentId: string;
  readonly text: string;
}

/** Where each word stands in all transcripts. Which of them are shown, and who speaks, others know. */
export const passages = defineProjector({
  name: 'passages',
  version: 1,
  sql: readFileSync(new URL('./passages.sql', import.meta.url), 'utf8'),
  readsFrom: [SegmentsRecorded, SegmentEdited, SegmentAdded, SegmentRestored, SegmentSplit, SegmentsMerged],
  memory: (): Memory => ({ next: null, waiting: new Map(), postings: 0 }),
  on: {
    SegmentsRecorded: async ({ data }, tables, memory) => write(tables, memory, data.versionId, data.segments),
    SegmentEdited: async ({ data }, tables, memory) =>
      write(tables, memory, data.versionId, [{ segmentId: data.segmentId, text: data.to }]),
    SegmentAdded: async ({ data }, tables, memory) => write(tables, memory, data.versionId, [data.segment]),
    SegmentRestored: async ({ data }, tables, memory) => write(tables, memory, data.versionId, [data.segment]),
    SegmentSplit: async ({ data }, tables, memory) => write(tables, memory, data.versionId, data.after),
    SegmentsMerged: async ({ data }, tables, memory) => write(tables, memory, data.versionId, [data.after]),
  },
  settle: async (tables, memory) => {
    if (tables.mode === 'live' || memory.postings >= MOST_WAITING) flush(tables, memory);
  },
  finish: async (tables, memory) => flush(tables, memory),
});

async function write(
  tables: Tables,
  memory: Memory,
  versionId: VersionId,
  segments: readonly TextOfSegment[],
): Promise<void> {
  memory.next ??= await nextChunk(tables);
  const chunk = memory.next;
  memory.next += 1;
  tables.insert('passages_chunk', {
    chunk,
    version_id: versionId,
    segment_ids: Buffer.from(segments.map(({ segmentId }) => segmentId.replaceAll('-', '')).join(''), 'hex'),
  });
  const postings = new Map<string, PostingWriter>();
  for (const [number, { text }] of segments.entries())
    eachPlacedWord(foldQuickly(text), (word, place) => {
      if (place >= PLACES_USED) return;
      let posting = postings.get(word);
      if (posting === undefined) {
        posting = new PostingWriter();
        // A copy: a slice would keep the whole text.
        postings.set(Buffer.from(word).toString(), posting);
      }
      posting.add(number, place);
    });
  for (const [word, posting] of postings) {
    const own = memory.waiting.get(word);
    const row = { chunk, ...posting.finish() };
    if (own) own.push(row);
    else memory.waiting.set(word, [row]);
  }
  memory.postings += postings.size;
}

async function nextChunk(tables: Tables): Promise<number> {
  const [row] = await tables.query<{ next: number }>(
    'select coalesce(max(c.chunk), -1)::integer + 1 as next from passages_chunk c',
  );

  return row!.next;
}

function flush(tables: Tables, memory: Memory): void {
  for (const [word, own] of memory.waiting) for (const row of own) tables.insert('passages_word', { word, ...row });
  memory.waiting = new Map();
  memory.postings = 0;
}
