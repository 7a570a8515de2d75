import type { PipelineRunView } from '@earmark/contracts/pipeline';
import { PIPELINE_STEPS, TRANSCRIPTION_STEP } from '@earmark/contracts/pipeline';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { isActive } from './pipeline.api.ts';
import { useCancelRun, useProcessEpisode, useReprocessEntities, useRetryRun } from './pipeline.orders.ts';
import { retrySentence, retryStep, stepTitle } from './run-words.ts';

/** Cancel while it is open; afterwards retry from a step, or run all of it again. */
export function RunActions({ run, onRun }: { run: PipelineRunView; onRun: (id: string) => void }) {
  const cancel = useCancelRun();
  const [isAsking, setAsking] = useState(false);
  if (!isActive(run)) return <EndedActions run={run} onRun={onRun} />;

  return (
    <>
      <Button aria-disabled={cancel.isPending} onClick={() => !cancel.isPending && setAsking(true)}>
        {cancel.isPending ? 'Cancelling…' : 'Cancel'}
      </Button>
      <ConfirmDialog
        title={`Cancel the run of “${run.episodeName}”?`}
        about={
          run.status === 'queued'
            ? 'It has not begun. It leaves the queue.'
            : 'It ends at once. What its completed steps recorded is kept, and it can be continued later.'
        }
        dismiss="Let it run"
        confirm="Cancel the run"
        isOpen={isAsking}
        onConfirm={() => cancel.mutate(run.id)}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function EndedActions({ run, onRun }: { run: PipelineRunView; onRun: (id: string) => void }) {
  const { status, episodeUuid, podcastId, skipTranscription } = run;
  const again = useProcessEpisode(({ runId }) => onRun(runId));
  const entities = useReprocessEntities();
  const isPending = again.isPending || entities.isPending;

  const runAgain = (
    <Button
      title="Starts a new run of this episode"
      aria-disabled={isPending}
      onClick={() => !isPending && again.mutate({ episodeUuid, podcastId, skipTranscription })}
    >
      {again.isPending ? 'Starting…' : 'Run again'}
    </Button>
  );
  if (status === 'failed' || status === 'cancelled')
    return (
      <Retry key={run.endedAt} run={run}>
        {runAgain}
      </Retry>
    );

  return (
    <div className="flex flex-wrap gap-2">
      {status === 'completed' && (
        <Button
          title="Finds the entities of the episode again, by the current patterns"
          aria-disabled={isPending}
          onClick={() => !isPending && entities.mutate(episodeUuid)}
        >
          Reprocess entities
        </Button>
      )}
      {runAgain}
    </div>
  );
}

/** Continues from a step that is chosen, and says what that runs. */
function Retry({ run, children }: { run: PipelineRunView; children: ReactNode }) {
  const { id, steps, skipTranscription } = run;
  const retry = useRetryRun();
  const hint = useId();
  const [step, setStep] = useState(() => retryStep(steps));
  const last = retryStep(steps);
  const options = PIPELINE_STEPS.flatMap((_, index) =>
    index > last || (skipTranscription && index === TRANSCRIPTION_STEP)
      ? []
      : [{ value: String(index), label: stepTitle(index) }],
  );

  return (
    <div className="flex basis-full flex-col gap-1.5 sm:basis-auto sm:items-end">
      <div className="flex flex-wrap items-center gap-2">
        {options.length > 1 && (
          <SelectField
            label="Retry from"
            hideLabel
            value={String(step)}
            options={options}
            onChange={(value) => setStep(Number(value))}
            className="w-80 max-w-full"
          />
        )}
        <Button
          variant="solid"
          aria-describedby={hint}
          aria-disabled={retry.isPending}
          onClick={() => !retry.isPending && retry.mutate({ id, fromStep: step === last ? null : step })}
        >
          {retry.isPending ? 'Continuing…' : `Retry from step ${step}`}
        </Button>
        {children}
      </div>
      <p id={hint} className="text-ink-soft max-w-96 text-[13px] text-pretty sm:text-right">
        {retrySentence(step, skipTranscription)}
      </p>
    </div>
  );
}
