import type { EpisodePage } from '@earmark/contracts/episodes';
import { slugBase } from '@earmark/contracts/kit';
import type { MentionView } from '@earmark/contracts/mentions';
import { draftOn, rowsOf, withEdited } from './entity-draft.ts';
import type { CountedFields, EntityDraft, EntityFields, EntityRow } from './entity-draft.ts';
import { marksOfName, samplesOf, segmentsOfMarks } from './entity-counts.ts';

/**
 * The entity with its mentions in the transcript: those of its name and, if it is `known`, those found before it was edited.
 */
export function counted(
  { transcript }: Pick<EpisodePage, 'transcript'>,
  fields: EntityFields,
  known: Pick<MentionView, 'marks'> | null,
): CountedFields {
  const indices = segmentsOfMarks(known?.marks ?? [], marksOfName(transcript, fields.name));

  return { ...fields, count: indices.length, contexts: samplesOf(transcript, indices) };
}

interface FixedCount {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The draft with every count recomputed from the transcript, and the list of counts that changed. */
export function withFixedCounts(
  page: EpisodePage,
  draft: EntityDraft | null,
): { draft: EntityDraft | null; fixed: readonly FixedCount[] } {
  const fixed: FixedCount[] = [];
  let next = draft;
  for (const row of rowsOf(page.entityMentions, draft)) {
    const { key, state, count: from, contexts: _, ...fields } = row;
    const known = mentionOf(page, key);
    const now =
      state === 'saved' && known !== null
        ? { ...fields, ...countedByMarks(page, known) }
        : counted(page, fields, known);
    if (now.count === from) continue;
    fixed.push({ name: row.name, from, to: now.count });
    next = withEdited(next ?? draftOn(page), key, now);
  }

  return { draft: next, fixed };
}

function countedByMarks(
  { transcript }: EpisodePage,
  { marks }: MentionView,
): Pick<CountedFields, 'count' | 'contexts'> {
  const indices = segmentsOfMarks(marks);

  return { count: indices.length, contexts: samplesOf(transcript, indices) };
}

export const mentionOf = ({ entityMentions }: EpisodePage, key: string): MentionView | null =>
  entityMentions.find(({ entity }) => entity.id === key) ?? null;

/** The page as it will be once the draft is saved. */
export function savedPage(page: EpisodePage, draft: EntityDraft): EpisodePage {
  const entityMentions = rowsOf(page.entityMentions, draft)
    .map((row) => mentionOfRow(page, row))
    .toSorted((one, other) => other.count - one.count || one.entity.name.localeCompare(other.entity.name));

  return { ...page, entityMentions };
}

function mentionOfRow(page: EpisodePage, { key, state, count, contexts, ...fields }: EntityRow): MentionView {
  const known = mentionOf(page, key);
  if (state === 'saved' && known !== null) return known;
  const entity = {
    wholeWord: true,
    slug: slugBase(fields.name, key),
    merged: [],
    ...known?.entity,
    ...fields,
    id: key,
  };

  return {
    entity,
    count,
    contexts,
    marks: marksAscending(known?.marks ?? [], marksOfName(page.transcript, fields.name)),
  };
}

function marksAscending(...marks: readonly (readonly number[])[]): number[] {
  const places = new Map(
    marks.flatMap((flat) =>
      Array.from({ length: Math.floor(flat.length / 3) }, (_, at) => {
        const place = flat.slice(at * 3, at * 3 + 3);

        return [place.join(), place] as const;
      }),
    ),
  );

  return [...places.values()]
    .toSorted(([a = 0, b = 0, c = 0], [x = 0, y = 0, z = 0]) => a - x || b - y || c - z)
    .flat();
}
