import type { DirectorySeries } from '@earmark/contracts/series';
import { Plus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { elsewhereOf, useAddSeries } from './directory.api.ts';

interface AddSeriesButtonProps {
  series: DirectorySeries;
  onAdded: (series: DirectorySeries) => void;
}

/** Adds a series; asks whether it has moved if its feed says that it is one from another host. */
export function AddSeriesButton({ series, onAdded }: AddSeriesButtonProps) {
  const { mutate, reset, isPending, error } = useAddSeries(onAdded);
  const elsewhere = elsewhereOf(error);

  return (
    <>
      <Button
        variant="solid"
        aria-label={`Add Series ${series.name}`}
        aria-disabled={isPending}
        onClick={() => !isPending && mutate({ series, mayMove: false })}
      >
        <Plus aria-hidden="true" className="size-4" />
        {isPending ? 'Adding…' : 'Add Series'}
      </Button>
      {error !== null && elsewhere === null && <Failure message={error.message} className="sm:text-right" />}
      <ConfirmDialog
        title="Has this podcast moved?"
        about={
          elsewhere !== null && (
            <>
              “{elsewhere.name}” is already here, with its feed at <strong>{elsewhere.host}</strong>. This feed at{' '}
              <strong>{elsewhere.newHost}</strong> says that it is the same podcast.
            </>
          )
        }
        confirm="It has moved"
        isOpen={elsewhere !== null}
        onConfirm={() => mutate({ series, mayMove: true })}
        onClose={reset}
      >
        Confirm only if the publisher has moved it: new episodes are read from the new address from then on. A
        stranger’s feed can claim to be any podcast.
      </ConfirmDialog>
    </>
  );
}
