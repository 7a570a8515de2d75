import { readFileSync } from 'node:fs';
import type { EpisodeUuid } from '@earmark/contracts/episodes';
import { transcriptEvents, type VersionId } from '@earmark/contracts/transcripts';
import { uploadEvents, uploadIndexEvents, type UploadEvent } from '@earmark/contracts/uploads';
import { defineProjector } from '../kit/projector.ts';
import type { Row, Tables } from '../kit/tables.ts';

interface Memory {
  /** Episodes with rows; null: not read yet. */
  episodes: Set<string> | null;
}
type OfUpload = Extract<UploadEvent, { data: { uploadId: string } }>['data'];
interface EditOfVersion {
  readonly data: { readonly episodeUuid: EpisodeUuid; readonly versionId: VersionId };
  readonly revision: number;
}

/** Which transcripts were uploaded to the assistant, and whether they changed since. */
export const uploads = defineProjector({
  name: 'uploads',
  version: 1,
  sql: readFileSync(new URL('./uploads.sql', import.meta.url), 'utf8'),
  readsFrom: [uploadEvents, uploadIndexEvents, transcriptEvents],
  memory: (): Memory => ({ episodes: null }),
  ignores: [
    'UploadFileCreated',
    'UploadRemovalRequested',
    'LeftoverFilesRemoved',
    'SegmentsRecorded',
    'TranscriptRecorded',
  ],
  on: {
    IndexChosen: async ({ data: { to } }, tables) => {
      await tables.query('delete from uploads_index');
      tables.insert('uploads_index', { index_name: to.index, vector_store_id: to.vectorStoreId });
    },
    UploadRequested: async ({ data, position }, tables, memory) => {
      (await episodesIn(tables, memory)).add(data.episodeUuid);
      const { episodeUuid, index, uploadId, batchId } = data;
      await tables.query(
        `insert into uploads_episode (episode_uuid, index_name, upload_id, batch_id, state, requested_position, is_changed)
         values ($1, $2, $3, $4, 'queued', $5, false)
         on conflict (episode_uuid, index_name) do update set
           upload_id = $3, batch_id = $4, state = 'queued', requested_position = $5`,
        [episodeUuid, index, uploadId, batchId, position],
      );
    },
    UploadBegan: async ({ data, metadata }, tables) =>
      change(tables, data, { state: 'uploading', last_attempt_at: metadata.at }),
    TranscriptUploaded: async ({ data, metadata }, tables) => {
      const { vectorStoreId, fileId } = data;
      await change(tables, data, {
        ...uploaded('uploaded', data),
        uploaded_at: metadata.at,
        vector_store_id: vectorStoreId,
        file_id: fileId,
      });
      await compare(tables, data.episodeUuid);
    },
    UploadConfirmed: async ({ data }, tables) => {
      await change(tables, data, uploaded('unchanged', data));
      await compare(tables, data.episodeUuid);
    },
    UploadFailed: async ({ data }, tables) =>
      change(tables, data, { state: 'failed', error_message: data.message, error_code: data.code }),
    UploadWithdrawn: async ({ data }, tables) => change(tables, data, { state: 'withdrawn' }),
    UploadRemoved: async ({ data: { episodeUuid, index } }, tables) => {
      await tables.query(
        `update uploads_episode set uploaded_at = null, vector_store_id = null, file_id = null, version_id = null,
           transcript_revision = null, error_message = null, error_code = null, is_changed = false
         where episode_uuid = $1 and index_name = $2`,
        [episodeUuid, index],
      );
    },
    TranscriptActivated: async ({ data: { episodeUuid, versionId } }, tables, memory) => {
      if (!(await episodesIn(tables, memory)).has(episodeUuid)) return;
      await tables.query('update uploads_episode set shown_version_id = $2 where episode_uuid = $1', [
        episodeUuid,
        versionId,
      ]);
      await compare(tables, episodeUuid);
    },
    SegmentEdited: edited,
    SegmentRetimed: edited,
    SegmentAdded: edited,
    SegmentDeleted: edited,
    SegmentRestored: edited,
    SegmentSplit: edited,
    SegmentsMerged: edited,
    SpeakerRenamed: edited,
    SegmentsReassigned: edited,
    SpeakersMapped: edited,
    TimestampsVerified: edited,
  },
});

async function edited({ data, revision }: EditOfVersion, tables: Tables, memory: Memory): Promise<void> {
  const { episodeUuid, versionId } = data;
  if (!(await episodesIn(tables, memory)).has(episodeUuid)) return;
  await tables.query(
    'update uploads_episode set edited_version_id = $2, edited_revision = $3 where episode_uuid = $1',
    [episodeUuid, versionId, revision],
  );
  await tables.query(
    `update uploads_episode set is_changed = true
     where episode_uuid = $1 and version_id = $2 and transcript_revision < $3`,
    [episodeUuid, versionId, revision],
  );
}

const uploaded = (
  state: 'uploaded' | 'unchanged',
  { versionId, transcriptRevision }: Extract<UploadEvent, { data: { contentHash: string } }>['data'],
): Row => ({
  state,
  version_id: versionId,
  transcript_revision: transcriptRevision,
  error_message: null,
  error_code: null,
});

/** Whether what is shown is what was uploaded: it may have changed while it was. */
async function compare(tables: Tables, episodeUuid: string): Promise<void> {
  await tables.query(
    `update uploads_episode set is_changed = version_id is not null and (
       coalesce(shown_version_id, version_id) <> version_id
       or coalesce(edited_version_id = version_id and edited_revision > transcript_revision, false))
     where episode_uuid = $1`,
    [episodeUuid],
  );
}

async function change(tables: Tables, { episodeUuid, index }: OfUpload, columns: Row): Promise<void> {
  const names = Object.keys(columns);
  await tables.exactlyOne(
    `update uploads_episode set ${names.map((name, place) => `${name} = $${place + 3}`).join(', ')}
     where episode_uuid = $1 and index_name = $2`,
    [episodeUuid, index, ...names.map((name) => columns[name])],
  );
}

async function episodesIn(tables: Tables, memory: Memory): Promise<Set<string>> {
  if (memory.episodes === null) {
    const rows = await tables.query<{ id: string }>('select distinct episode_uuid as id from uploads_episode');
    memory.episodes = new Set(rows.map(({ id }) => id));
  }

  return memory.episodes;
}
