import { Client } from 'pg';

/** Rows as JSON arrays of their columns, in the order of their text, by table. */
export type Rows = Readonly<Record<string, readonly string[]>>;
/** Status and body by path. */
export type Answers = Readonly<Record<string, { readonly status: number; readonly body: unknown }>>;

/** Tables of the read models and the columns derived from the log, without search words. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  catalogue_series: [
    ...['series_uuid', 'slug', 'name', 'host', 'author', 'description', 'image_url', 'website_url', 'language'],
    ...['explicit', 'categories', 'feed_url', 'itunes_id', 'added_at', 'episode_count', 'newest_at'],
  ],
  catalogue_episode: [
    ...['episode_uuid', 'series_uuid', 'guid', 'slug', 'title', 'description', 'audio_url', 'image_url'],
    ...['published_at', 'duration_seconds', 'link', 'transcripts', 'revision', 'added_at', 'added_position'],
  ],
  corrections_correction: ['event_id', 'segment_id', 'episode_uuid', 'revision', 'at', 'role', 'undone'],
  corrections_turn: ['event_id', 'correction_id'],
  mentions_episode: [
    ...['episode_uuid', 'series_uuid', 'version_id', 'vocabulary_revision', 'matcher_version'],
    ...['transcript_revision', 'entities_revision', 'segments', 'length_ms', 'mentions'],
  ],
  mentions_series: ['series_uuid', 'mentions'],
  mentions_version: ['version_id', 'episode_uuid', 'source', 'form', 'segments', 'warnings'],
  mentions_speaker: ['version_id', 'speaker_id', 'name'],
  mentions_segment: [
    ...['episode_uuid', 'version_id', 'segment_id', 'order_key', 'speaker_id', 'start_ms', 'end_ms', 'text'],
  ],
  mentions_pin_move: [
    ...['move_id', 'root_id', 'ordinal', 'episode_uuid', 'series_uuids', 'first', 'vocabulary_revision'],
    ...['matcher_version', 'reverted'],
  ],
  mentions_decision: ['episode_uuid', 'entity_id', 'decision', 'name'],
  mentions_shown_as: ['episode_uuid', 'entity_id', 'shown_id'],
  mentions_pattern: [
    ...['pattern_id', 'entity_id', 'name', 'case_sensitive', 'whole_word', 'from_revision', 'to_revision'],
  ],
  mentions_mention: ['episode_uuid', 'entity_id', 'segment_id', 'speaker_id', 'spans'],
  mentions_entity_episode: ['entity_id', 'episode_uuid', 'series_uuid', 'count'],
  mentions_entity_speaker: ['entity_id', 'episode_uuid', 'speaker_id', 'count'],
  vocabulary_type: ['entity_type_id', 'name', 'display_name', 'icon_name', 'color_class'],
  vocabulary_entity: ['entity_id', 'entity_type_id', 'name', 'slug', 'url', 'first_name', 'first_url'],
  vocabulary_pattern: [
    ...['pattern_id', 'entity_id', 'entity_type_id', 'name', 'case_sensitive', 'whole_word', 'added_revision'],
    ...['added_index'],
  ],
};

export async function rowsIn(databaseUrl: string): Promise<Rows> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("set timezone to 'UTC'");
    const rows: Record<string, string[]> = {};
    for (const [table, columns] of Object.entries(TABLES)) {
      const found = await client.query<{ row: string }>(
        `select jsonb_build_array(${columns.join(', ')})::text as row from read.${table} order by 1`,
      );
      rows[table] = found.rows.map(({ row }) => row);
    }

    return rows;
  } finally {
    await client.end();
  }
}

/** The server's answers to GETs of these paths. */
export async function answersOf(url: string, cookie: string, paths: readonly string[]): Promise<Answers> {
  const answers: Record<string, Answers[string]> = {};
  for (const path of paths) {
    const response = await fetch(url + path, { headers: { cookie } });
    const isJson = response.headers.get('content-type')?.includes('json') === true && !path.includes('jsonl');
    const text = await response.text();
    answers[path] = { status: response.status, body: isJson ? withoutWording(JSON.parse(text)) : text };
  }

  return answers;
}

/** The wording of sentences may improve, and `version` is opaque. */
const WORDING = new Set(['sentence', 'detail', 'version']);

function withoutWording(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWording);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([name, held]) => !WORDING.has(name) && !isReason(name, held));

  return Object.fromEntries(kept.map(([name, held]) => [name, withoutWording(held)]));
}

/** Why a change cannot be reverted, in a sentence. */
const isReason = (name: string, held: unknown): boolean => name === 'why' && typeof held === 'string';
