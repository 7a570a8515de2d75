import type { Db } from '../kit/db.ts';

export interface SpeakerNames {
  /** Most frequent first; `transcripts`: in how many of them the name speaks. */
  readonly names: readonly { readonly name: string; readonly transcripts: number }[];
  readonly transcripts: number;
}

const MOST_NAMES = 300;

/** Names of speakers in the shown transcripts of the podcast's other episodes. */
export async function findSpeakerNames(db: Db, seriesUuid: string, exceptEpisodeUuid: string): Promise<SpeakerNames> {
  const { rows } = await db.query<{ name: string; transcripts: number; all: number }>(
    `with shown as (
       select e.version_id from read.mentions_episode e
       where e.series_uuid = $1 and e.episode_uuid <> $2 and e.version_id is not null
     )
     select s.name, count(distinct s.version_id)::int as transcripts, (select count(*)::int from shown) as all
     from read.mentions_speaker s
     where s.version_id in (select version_id from shown)
     group by s.name order by transcripts desc, s.name limit $3`,
    [seriesUuid, exceptEpisodeUuid, MOST_NAMES],
  );

  return { names: rows.map(({ name, transcripts }) => ({ name, transcripts })), transcripts: rows[0]?.all ?? 0 };
}
