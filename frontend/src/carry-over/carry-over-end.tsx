import type { WaitingCorrection } from '@earmark/contracts/carry-over';
import { useState } from 'react';
import { counted } from '../kit/counted.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useEndCarryOver } from './carry-over.api.ts';

interface CarryOverEndProps {
  episodeUuid: string;
  waiting: readonly WaitingCorrection[];
}

/** Decides about everything at once. */
export function CarryOverEnd({ episodeUuid, waiting }: CarryOverEndProps) {
  const end = useEndCarryOver(episodeUuid);
  const [asked, setAsked] = useState<'drop' | 'cancel' | null>(null);
  const able = waiting.filter(({ canAccept }) => canAccept).length;
  const without = waiting.length - able;

  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3">
      {waiting.length === 0 && (
        <Button variant="solid" disabled={end.isPending} onClick={() => end.mutate({})}>
          Show the new version
        </Button>
      )}
      {able > 0 && (
        <Button disabled={end.isPending} onClick={() => end.mutate({ rest: 'accept' })}>
          Accept all and show the new version
        </Button>
      )}
      {waiting.length > 0 && (
        <Button disabled={end.isPending} onClick={() => setAsked('drop')}>
          Drop all and show the new version
        </Button>
      )}
      <Button variant="quiet" disabled={end.isPending} onClick={() => setAsked('cancel')}>
        Keep the old version
      </Button>
      {able > 0 && without > 0 && (
        <p className="text-ink-soft w-full text-pretty">
          “Accept all” drops {counted(without, 'correction')} that cannot be accepted.
        </p>
      )}
      {end.error !== null && (
        <p role="alert" className="text-bad w-full text-pretty">
          {end.error.message}
        </p>
      )}
      <ConfirmDialog
        isOpen={asked === 'drop'}
        title={`Drop ${counted(waiting.length, 'correction')}?`}
        about="Readers then see the new transcript without them. The history keeps the current one, which can be brought back."
        confirm="Drop all"
        onConfirm={() => end.mutate({ rest: 'drop' })}
        onClose={() => setAsked(null)}
      />
      <ConfirmDialog
        isOpen={asked === 'cancel'}
        title="Keep the old version?"
        about="Readers keep the current transcript. The new one stays recorded; process the episode again to be asked once more."
        confirm="Keep the old version"
        onConfirm={() => end.mutate('cancel')}
        onClose={() => setAsked(null)}
      />
    </div>
  );
}
