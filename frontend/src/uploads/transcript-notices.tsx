import type { EpisodesStatusAnswer } from '@earmark/contracts/uploads';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { isNarrowed } from './upload-filter.ts';
import type { UploadFilter } from './upload-filter.ts';

/** Where transcripts are uploaded to. */
export function IndexLine({ index: { name, vectorStoreId, isInitialised } }: { index: EpisodesStatusAnswer['index'] }) {
  if (name === 'own')
    return (
      <p className="text-ink-soft max-w-[76ch] text-pretty">
        The assistant searches the index of this site, which has every transcript as it reads now, uploaded or not.
        Uploads are only recorded here; nothing leaves this server.
      </p>
    );

  return (
    <p className="text-ink-soft max-w-[76ch] text-pretty wrap-anywhere">
      {isInitialised
        ? `The assistant searches the vector store ${vectorStoreId} of OpenAI. Uploaded transcripts are sent there.`
        : 'The assistant searches at OpenAI. Initialize the services to create or find its vector store.'}
    </p>
  );
}

const NOTHING = {
  ready: 'No transcripts are ready to upload',
  uploaded: 'No transcripts are uploaded yet',
  needs_speaker_update: 'No transcripts need an update',
  error: 'No uploads have failed',
  not_ready: 'Every episode has a transcript',
} as const;

/** In place of an empty list. */
export function Nothing({ filter, onAll }: { filter: UploadFilter; onAll: () => void }) {
  const isFiltered = isNarrowed(filter);
  if (filter.status === undefined && !isFiltered)
    return (
      <Notice title="No episodes yet" className="min-h-52 justify-center">
        Add a podcast under Series Management, then its episodes appear here.
      </Notice>
    );

  return (
    <Notice
      title={isFiltered ? 'No episodes match' : NOTHING[filter.status!]}
      action={<Button onClick={onAll}>Show all episodes</Button>}
      className="min-h-52 justify-center"
    />
  );
}
