import { AudioLines } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, IconButton } from '../ui/button.tsx';
import { lateDialog } from '../ui/late.tsx';
import { notify } from '../ui/toast.tsx';
import { processingEstimate, waitingCount } from './pipeline.api.ts';
import { useProcessEpisode, useProcessMany } from './pipeline.orders.ts';
import { estimateSentence, processSentence } from './run-words.ts';

const ProcessDialog = lateDialog(async () => (await import('./process-dialog.tsx')).ProcessDialog);

const KEPT =
  'Readers keep the current transcript until the new one is ready, and corrections by people are carried over.';

interface ProcessButtonProps {
  episode: { readonly uuid: string; readonly title: string };
  podcastId: string;
  hasTranscript: boolean;
  /** As an icon, in a list. */
  isSmall?: boolean;
  /** Keeps its words on a phone, where nothing else is in its row. */
  hasRoom?: boolean;
}

/** Processes an episode, or processes it again, once it is said what that runs. */
export function ProcessButton({
  episode,
  podcastId,
  hasTranscript,
  isSmall = false,
  hasRoom = false,
}: ProcessButtonProps) {
  const { uuid, title } = episode;
  const { isOpen, open, close } = useDialog();
  const start = useProcessEpisode(({ message }) => notify(message, title));
  const words = hasTranscript ? 'Process again' : 'Process';

  return (
    <>
      {isSmall ? (
        <IconButton label={`${words}: ${title}`} onClick={open}>
          <AudioLines aria-hidden="true" className="size-4" />
        </IconButton>
      ) : (
        <Button onClick={open}>
          <AudioLines aria-hidden="true" className="size-4" />
          <span className={hasRoom ? undefined : 'max-sm:sr-only'}>{words}</span>
        </Button>
      )}
      <ProcessDialog
        title={`${words}: “${title}”`}
        about={(skip) => `${processSentence(1, skip)}${hasTranscript ? ` ${KEPT}` : ''}`}
        isOpen={isOpen}
        onProcess={(skipTranscription) => start.mutate({ episodeUuid: uuid, podcastId, skipTranscription })}
        onClose={close}
      />
    </>
  );
}

/** Processes all episodes of a podcast that have no transcript, once their number is said. */
export function ProcessPodcastButton({ podcast }: { podcast: { readonly uuid: string; readonly name: string } }) {
  const { isOpen, open, close } = useDialog();
  const { data: count, error } = useQuery({ ...waitingCount(podcast.uuid), enabled: isOpen });
  const { data: estimate } = useQuery({ ...processingEstimate({ podcast: podcast.uuid }), enabled: isOpen });
  const start = useProcessMany(() => undefined);
  const about = (skip: boolean): string => {
    if (error !== null) return error.message;
    if (count === undefined) return 'Counting the episodes…';
    if (count === 0) return 'No episode waits: all have a transcript or are being processed.';
    const cost = skip || estimate === undefined ? '' : estimateSentence({ ...estimate, offered: null }, estimate);

    return `${processSentence(count, skip)} ${cost}`;
  };

  return (
    <>
      <Button onClick={open}>
        <AudioLines aria-hidden="true" className="size-4" />
        Process all episodes without a transcript
      </Button>
      <ProcessDialog
        title={`Process the episodes of “${podcast.name}” that have no transcript`}
        about={about}
        isOpen={isOpen}
        isPossible={count !== undefined && count > 0}
        onProcess={(skipTranscription) => start.mutate({ podcastId: podcast.uuid, skipTranscription })}
        onClose={close}
      />
    </>
  );
}

function useDialog() {
  const [isOpen, setOpen] = useState(false);

  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) };
}
