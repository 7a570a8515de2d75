import type { Answer } from '@earmark/contracts/assistant';
import { useQueryClient } from '@tanstack/react-query';
import { Download, Link2, Link2Off, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton, iconButtonClasses } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { notify } from '../ui/toast.tsx';
import { deleteAnswer, markdownPath, shareAnswer } from './assistant.api.ts';

interface AnswerActionsProps {
  answer: Answer;
  onChanged: (answer: Answer) => void;
  onDeleted: () => void;
}

/** Shares, exports and deletes an answer. */
export function AnswerActions({ answer, onChanged, onDeleted }: AnswerActionsProps) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const { id, address, isShared, isMine } = answer;
  const attempt = async (what: string, change: () => Promise<void>) => {
    try {
      await change();
    } catch (error) {
      notify(what, error instanceof Error ? error.message : String(error));
    }
  };
  const share = () =>
    attempt('The answer could not be shared', async () => {
      if (!isShared) onChanged(await shareAnswer(id, true));
      const url = `${location.origin}${address}`;
      const isCopied = await copied(url);
      notify(isCopied ? 'Link copied' : 'Shared', isCopied ? 'Whoever has the link can read this answer.' : url);
    });
  const unshare = () =>
    attempt('The link could not be withdrawn', async () => {
      onChanged(await shareAnswer(id, false));
      notify('The link no longer works for others');
    });
  const remove = () =>
    attempt('The answer could not be deleted', async () => {
      await deleteAnswer(id);
      // Lists that are not on screen, too, so that none shows it once more.
      await client.invalidateQueries({ queryKey: ['assistant', 'answers'], refetchType: 'all' });
      onDeleted();
    });

  return (
    <>
      {isMine && (
        <IconButton label={isShared ? 'Copy link' : 'Share: copy a link'} onClick={() => void share()}>
          <Link2 aria-hidden="true" className="size-4" />
        </IconButton>
      )}
      {isMine && isShared && (
        <IconButton label="Stop sharing" onClick={() => void unshare()}>
          <Link2Off aria-hidden="true" className="size-4" />
        </IconButton>
      )}
      <a
        href={markdownPath(answer)}
        download
        aria-label="Export as Markdown"
        title="Export as Markdown"
        className={iconButtonClasses}
      >
        <Download aria-hidden="true" className="size-4" />
      </a>
      {isMine && (
        <IconButton label="Delete this answer" onClick={() => setAsking(true)}>
          <Trash2 aria-hidden="true" className="size-4" />
        </IconButton>
      )}
      <ConfirmDialog
        title="Delete this answer?"
        about="The question and its answer are deleted for good. A shared link no longer works."
        confirm="Delete"
        isOpen={isAsking}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** Browsers may refuse the clipboard. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);

    return true;
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) return false;
    throw error;
  }
}
