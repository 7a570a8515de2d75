import type { EpisodeView } from '@earmark/contracts/episodes';
import { FileUp, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useUndoChange } from '../history/history.api.ts';
import { ProcessButton } from '../pipeline/process-button.tsx';
import { Button, IconButton } from '../ui/button.tsx';

const UploadDialog = lazy(async () => ({
  default: (await import('../transcripts/upload/upload-dialog.tsx')).UploadDialog,
}));
const RemovalDialog = lazy(async () => ({ default: (await import('../series/removal-dialog.tsx')).RemovalDialog }));

interface EpisodeToolsProps {
  episode: Pick<EpisodeView, 'uuid' | 'title' | 'podcastId' | 'hasWhisperTranscript'>;
  /** As icons, in a list. */
  isSmall?: boolean;
  onRemoved?: () => void;
}

/** What administrators do to a whole episode: process it, upload a transcript, remove it. */
export function EpisodeTools({ episode, isSmall = false, onRemoved }: EpisodeToolsProps) {
  const { uuid, title, podcastId, hasWhisperTranscript } = episode;
  const [open, setOpen] = useState<'upload' | 'remove' | null>(null);
  // A dialog stays, closed, so that it can return the focus.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const show = (which: 'upload' | 'remove') => () => {
    setOpened(new Set([...opened, which]));
    setOpen(which);
  };
  const undo = useUndoChange();
  const close = () => setOpen(null);

  return (
    <>
      <ProcessButton episode={episode} podcastId={podcastId} hasTranscript={hasWhisperTranscript} isSmall={isSmall} />
      {isSmall ? (
        <>
          <IconButton label={`Upload transcript of ${title}`} onClick={show('upload')}>
            <FileUp aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton label={`Remove ${title}`} onClick={show('remove')}>
            <Trash2 aria-hidden="true" className="size-4" />
          </IconButton>
        </>
      ) : (
        <>
          <Button onClick={show('upload')}>
            <FileUp aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">Upload transcript</span>
          </Button>
          <Button onClick={show('remove')}>
            <Trash2 aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">Remove episode</span>
          </Button>
        </>
      )}
      <Suspense>
        {opened.has('upload') && <UploadDialog episode={episode} isOpen={open === 'upload'} onClose={close} />}
        {opened.has('remove') && (
          <RemovalDialog
            kind="episodes"
            subject={open === 'remove' ? { uuid, name: title } : null}
            undo={undo}
            onClose={close}
            onRemoved={onRemoved}
          />
        )}
      </Suspense>
    </>
  );
}
