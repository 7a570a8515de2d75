import type { RecountId } from '@earmark/contracts/recounts';
import type { Tables } from '../kit/tables.ts';
import type { Repinned } from './pin-moves.ts';

/**
 * Takes over what a worker found for a recount (recounts/recounts.sql), as far as it was found from the
 * current transcript, decisions and vocabulary of the episode: a cache of the rows that matching would give.
 * Returns the episodes that are done, and those of them whose mentions may have changed.
 */
export async function takePrepared(
  tables: Tables,
  recountIds: readonly RecountId[],
  repinned: readonly Repinned[],
): Promise<{ done: Set<string>; changed: string[] }> {
  const nothing = { done: new Set<string>(), changed: [] };
  if (recountIds.length === 0 || repinned.length === 0) return nothing;
  const [prepared] = await tables.query<{ there: boolean }>(
    `select to_regclass('recount.mention') is not null as there`,
  );
  if (!prepared?.there) return nothing;
  const current = await tables.query<{ recount_id: string; episode_uuid: string }>(
    `select distinct on (e.episode_uuid) e.recount_id, e.episode_uuid
     from unnest($2::uuid[], $3::int[]) as w(episode_uuid, from_revision)
     join recount.episode e on e.episode_uuid = w.episode_uuid and e.from_revision = w.from_revision
     join recount.run r on r.recount_id = e.recount_id
     join mentions_all_episode m on m.episode_uuid = e.episode_uuid
     where e.recount_id = any($1)
       and (e.transcript_revision, e.entities_revision,
         coalesce(r.to_revisions[array_position(r.from_revisions, e.from_revision)], r.vocabulary_revision),
         r.matcher_version)
         = (m.transcript_revision, m.entities_revision, m.vocabulary_revision, m.matcher_version)`,
    [recountIds, repinned.map((row) => row.episode_uuid), repinned.map((row) => row.old_revision)],
  );
  const values = [current.map((row) => row.recount_id), current.map((row) => row.episode_uuid)];
  const gone = await tables.query<{ episode_uuid: string }>(
    `with gone as (
       delete from mentions_mention m
       using unnest($1::uuid[], $2::uuid[]) as w(recount_id, episode_uuid), recount.episode e
       where e.recount_id = w.recount_id and e.episode_uuid = w.episode_uuid and m.episode_uuid = e.episode_uuid
         and (e.whole or exists (
           select 1 from recount.changed_entity c
           where c.recount_id = e.recount_id and c.from_revision = e.from_revision and c.entity_id = m.entity_id))
       returning m.episode_uuid
     )
     select distinct episode_uuid from gone`,
    values,
  );
  const come = await tables.query<{ episode_uuid: string }>(
    `with come as (
       insert into mentions_mention (episode_uuid, entity_id, segment_id, speaker_id, spans)
       select p.episode_uuid, p.entity_id, p.segment_id, p.speaker_id, p.spans
       from unnest($1::uuid[], $2::uuid[]) as w(recount_id, episode_uuid)
       join recount.mention p on p.recount_id = w.recount_id and p.episode_uuid = w.episode_uuid
       returning episode_uuid
     )
     select distinct episode_uuid from come`,
    values,
  );

  return {
    done: new Set(current.map((row) => row.episode_uuid)),
    changed: [...gone, ...come].map((row) => row.episode_uuid),
  };
}
