import { readFileSync } from 'node:fs';
import { correctedSegments, correctionEvents, type CorrectionEvent } from '@earmark/contracts/transcripts';
import { defineProjector, type ProjectedEvent } from '../kit/projector.ts';
import type { Tables } from '../kit/tables.ts';

type Correction = ProjectedEvent<CorrectionEvent['type']>;

/** Which segments people have corrected. */
export const corrections = defineProjector({
  name: 'corrections',
  version: 3,
  sql: readFileSync(new URL('./corrections.sql', import.meta.url), 'utf8'),
  readsFrom: correctionEvents,
  memory: () => ({}),
  on: {
    SegmentEdited: async (event, tables) => take(event, tables),
    SegmentAdded: async (event, tables) => take(event, tables),
    SegmentSplit: async (event, tables) => take(event, tables),
    SegmentsMerged: async (event, tables) => take(event, tables),
  },
});

/** Undoing a correction removes its mark; undoing the undo restores the same mark. */
async function take(event: Correction, tables: Tables): Promise<void> {
  const { id, revision, data, metadata } = event;
  const { actor, at, reverts, causationId } = metadata;
  if (reverts !== null) {
    const [turn] = await tables.query<{ id: string }>(
      'select correction_id as id from corrections_turn where event_id = $1',
      [reverts],
    );
    const correctionId = turn?.id ?? reverts;
    const turned = await tables.query(
      'update corrections_correction set undone = not undone where event_id = $1 returning event_id',
      [correctionId],
    );
    if (turned.length > 0) tables.insert('corrections_turn', { event_id: id, correction_id: correctionId });
    return;
  }
  // One that was carried over is still the correction of whoever made it.
  const [carried] =
    causationId === null
      ? []
      : await tables.query<{ at: Date; role: string }>(
          'select at, role from corrections_correction where event_id = $1 limit 1',
          [causationId],
        );
  if (!carried && actor.kind !== 'account') return;
  for (const segmentId of correctedSegments(event))
    tables.insert('corrections_correction', {
      event_id: id,
      segment_id: segmentId,
      episode_uuid: data.episodeUuid,
      revision,
      at: carried?.at.toISOString() ?? at,
      role: carried?.role ?? actor.role,
      undone: false,
    });
}
