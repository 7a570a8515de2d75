import type { PipelineRunView } from '@earmark/contracts/pipeline';
import { useState } from 'react';
import { standingOf, RUN_STATUSES } from './run-words.ts';

/** Announces changes of the run's state and step to screen readers, not its lines. */
export function RunNews({ run }: { run: PipelineRunView }) {
  const { label } = RUN_STATUSES[run.status];
  // Every step forward in the queue would be too much.
  const words = run.status === 'queued' ? label : `${label}: ${standingOf(run)}`;
  // What is the case when the page opens is no news.
  const [first] = useState(words);
  const [hasChanged, setChanged] = useState(false);
  if (!hasChanged && words !== first) setChanged(true);

  return <output className="sr-only">{hasChanged && words}</output>;
}
