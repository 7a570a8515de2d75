import type { Correction } from '@earmark/contracts/transcripts';
import type { Db } from '../kit/db.ts';

/** The last correction of each segment of a version, in segment order. */
export async function listCorrections(db: Db, episodeUuid: string, versionId: string): Promise<Correction[]> {
  const { rows } = await db.query<Omit<Correction, 'at'> & { at: Date }>(
    `select s.segment_id as "segmentId", c.at, c.role
     from (
       select distinct on (segment_id) segment_id, at, role from read.corrections_correction
       where episode_uuid = $1 and not undone order by segment_id, revision desc
     ) c
     join read.mentions_segment s
       on s.episode_uuid = $1 and s.version_id = $2 and s.segment_id = c.segment_id
     order by s.order_key, s.segment_id`,
    [episodeUuid, versionId],
  );

  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
