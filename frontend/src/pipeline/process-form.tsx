import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { CheckField } from '../ui/check-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useProcessEpisode } from './pipeline.orders.ts';

const MISSING = 'Please provide both Episode UUID and Podcast ID';

/** Starts a run of one episode by its ids. */
export function ProcessForm({ onRun }: { onRun: (id: string) => void }) {
  const [episodeUuid, setEpisode] = useState('');
  const [podcastId, setPodcast] = useState('');
  const [skipTranscription, setSkip] = useState(false);
  const start = useProcessEpisode(({ runId }) => onRun(runId));
  const isMissing = episodeUuid.trim() === '' || podcastId.trim() === '';

  return (
    <form
      aria-label="Process an episode"
      className="bg-surface border-line flex flex-col gap-3 rounded-md border p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isMissing || start.isPending) return;
        start.mutate({ episodeUuid: episodeUuid.trim(), podcastId: podcastId.trim(), skipTranscription });
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Episode UUID"
          value={episodeUuid}
          onChange={setEpisode}
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
        />
        <TextField
          label="Podcast ID"
          value={podcastId}
          onChange={setPodcast}
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <CheckField label="skip transcription" value={skipTranscription} onChange={setSkip} />
        <Button type="submit" variant="solid" disabled={isMissing} aria-disabled={start.isPending}>
          {start.isPending ? 'Starting…' : 'Start processing'}
        </Button>
        {isMissing && <p className="text-ink-soft text-[13px]">{MISSING}</p>}
      </div>
    </form>
  );
}
