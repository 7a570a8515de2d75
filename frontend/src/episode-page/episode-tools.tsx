import type { EpisodeView } from '@earmark/contracts/episodes';
import { FileUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useUndoChange } from '../history/history.api.ts';
import { ProcessButton } from '../pipeline/process-button.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { lateDialog } from '../ui/late.tsx';

const UploadDialog = lateDialog(async () => (await import('../transcripts/upload/upload-dialog.tsx')).UploadDialog);
const RemovalDialog = lateDialog(async () => (await import('../series/removal-dialog.tsx')).RemovalDialog);

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
  const show = (which: 'upload' | 'remove') => () => setOpen(which);
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
      <UploadDialog episode={episode} isOpen={open === 'upload'} onClose={close} />
      <RemovalDialog
        kind="episodes"
        isOpen={open === 'remove'}
        subject={open === 'remove' ? { uuid, name: title } : null}
        undo={undo}
        onClose={close}
        onRemoved={onRemoved}
      />
    </>
  );
}
