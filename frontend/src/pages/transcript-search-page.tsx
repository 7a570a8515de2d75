import type { TranscriptStatusEpisode } from '@earmark/contracts/uploads';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from '../kit/router/routing.tsx';
import { useAddress } from '../kit/address.ts';
import { PodcastFilter } from '../pipeline/list-filters.tsx';
import { TextFilter } from '../ui/text-filter.tsx';
import { seriesCards } from '../series/series.api.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Fetched, LoadingFailed } from '../ui/fetched.tsx';
import { NextPage } from '../ui/more-button.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { RowSkeletons } from '../ui/skeleton.tsx';
import { notify } from '../ui/toast.tsx';
import { BatchProgress } from '../uploads/batch-progress.tsx';
import { EpisodeUploads } from '../uploads/episode-uploads.tsx';
import { FilterCards } from '../uploads/filter-cards.tsx';
import { ResultDialog } from '../uploads/result-dialog.tsx';
import type { UploadResult } from '../uploads/result-dialog.tsx';
import { IndexLine, Nothing } from '../uploads/transcript-notices.tsx';
import { filterOf } from '../uploads/upload-filter.ts';
import type { UploadFilter } from '../uploads/upload-filter.ts';
import { CONFIRMATIONS, detailsOf, failureOfBulk, resultOfBatch } from '../uploads/upload-words.ts';
import { uploadStatus, useInitialize, useRefresh, useUpload, useUploadMany } from '../uploads/uploads.api.ts';
import type { Bulk } from '../uploads/uploads.api.ts';

const TITLE = 'Transcript Search Management';

/** Which transcripts the assistant can answer from. */
export function TranscriptSearchPage() {
  const [params] = useSearchParams();
  const setAddress = useAddress();
  const filter = useMemo(() => filterOf(params), [params]);
  const batch = params.get('batch');
  const query = useInfiniteQuery(uploadStatus(filter));
  const { data: podcasts = [] } = useQuery(seriesCards);
  const refresh = useRefresh();
  const [asked, setAsked] = useState<{ bulk: Bulk; count: number } | null>(null);
  const [result, setResult] = useState<UploadResult | null>(null);
  const [uploading, setUploading] = useState<ReadonlySet<string>>(new Set());
  const initialize = useInitialize();
  const { mutateAsync: upload } = useUpload();
  const many = useUploadMany();
  const setFilter = (change: Partial<UploadFilter>) =>
    setAddress(Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value ?? null])));

  const onInitialize = () =>
    initialize.mutate(undefined, {
      onSuccess: ({ success, vectorStoreId, details }) =>
        setResult(
          success
            ? {
                title: 'The services are ready',
                lines: [details, ...(vectorStoreId === null ? [] : [storeLine(vectorStoreId)])],
              }
            : { title: `Failed to initialize: ${details}`, lines: [] },
        ),
      onError: (error) => setResult({ title: `Failed to initialize: ${detailsOf(error)}`, lines: [] }),
    });
  const uploadOne = useCallback(
    async ({ uuid, name }: TranscriptStatusEpisode) => {
      setUploading((before) => new Set(before).add(uuid));
      try {
        const { success, message, details } = await upload(uuid);
        if (success) notify(message, name);
        else setResult({ title: `Upload failed: ${details}`, lines: [name] });
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        setResult({ title: `Upload failed: ${detailsOf(error)}`, lines: [name] });
      } finally {
        setUploading((before) => new Set([...before].filter((one) => one !== uuid)));
      }
    },
    [upload],
  );
  const onUpload = useCallback((episode: TranscriptStatusEpisode) => void uploadOne(episode), [uploadOne]);
  const onBulk = (bulk: Bulk) =>
    many.mutate(
      { bulk, podcast: filter.podcast },
      {
        onSuccess: ({ batchId, queued, message }) =>
          queued === 0 ? setResult({ title: message, lines: [] }) : setAddress({ batch: batchId, bulk }),
        onError: (error) => setResult(failureOfBulk(bulk, error)),
      },
    );

  return (
    <PageFrame title={TITLE} className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <PageTitle title={TITLE} subtitle="Which transcripts the assistant can answer from." />
        <div className="flex flex-wrap gap-2">
          <Button
            variant={query.data?.index.isInitialised === false ? 'solid' : 'outline'}
            aria-disabled={initialize.isPending}
            onClick={() => !initialize.isPending && onInitialize()}
          >
            {initialize.isPending ? 'Initializing…' : 'Initialize Services'}
          </Button>
          <Button onClick={() => void refresh()}>
            <RefreshCw aria-hidden="true" className="size-4" />
            Refresh
          </Button>
        </div>
      </div>
      {query.data && <IndexLine index={query.data.index} />}
      {batch !== null && (
        <BatchProgress
          key={batch}
          id={batch}
          onEnded={(ended) => {
            const bulk = bulkOf(params.get('bulk'));
            setAddress({ batch: null, bulk: null });
            void refresh();
            if (ended !== null) setResult(resultOfBatch(bulk, ended));
          }}
        />
      )}
      <FilterCards
        summary={query.data?.summary}
        status={filter.status}
        isBusy={many.isPending || batch !== null}
        onStatus={(status) => setFilter({ status })}
        onBulk={(bulk, count) => setAsked({ bulk, count })}
      />
      <section aria-label="Transcripts" className="bg-surface border-line rounded-md border">
        <div className="border-line flex flex-wrap items-center gap-3 border-b p-4">
          <TextFilter
            placeholder="Search episodes by title"
            value={filter.q}
            onChange={(q) => setFilter({ q })}
            className="min-w-0 grow basis-60"
          />
          <PodcastFilter podcasts={podcasts} value={filter.podcast} onChange={(podcast) => setFilter({ podcast })} />
        </div>
        <Fetched
          query={query}
          pending={<RowSkeletons label="Loading transcripts" rows={6} />}
          failed={
            <LoadingFailed
              query={query}
              level={2}
              title="Error loading transcripts"
              className="min-h-52 justify-center"
            />
          }
          isEmpty={({ episodes }) => episodes.length === 0}
          empty={
            <Nothing filter={filter} onAll={() => setFilter({ status: undefined, podcast: undefined, q: undefined })} />
          }
        >
          {({ episodes }) => (
            <>
              <h2 className="sr-only">Episodes</h2>
              <EpisodeUploads
                episodes={episodes}
                isGrouped={filter.status === 'needs_speaker_update'}
                uploading={uploading}
                onUpload={onUpload}
              />
              <NextPage query={query} />
            </>
          )}
        </Fetched>
      </section>
      <ConfirmDialog
        title={asked === null ? '' : CONFIRMATIONS[asked.bulk].question(asked.count)}
        about={asked === null ? '' : CONFIRMATIONS[asked.bulk].about}
        confirm={asked === null ? '' : CONFIRMATIONS[asked.bulk].confirm}
        variant="solid"
        isOpen={asked !== null}
        onConfirm={() => asked !== null && onBulk(asked.bulk)}
        onClose={() => setAsked(null)}
      />
      <ResultDialog result={result} onClose={() => setResult(null)} />
    </PageFrame>
  );
}

const storeLine = (vectorStoreId: string): string => `Vector store: ${vectorStoreId}`;

const bulkOf = (value: string | null): Bulk => (value === 'retry' || value === 'changed' ? value : 'upload');
