import { EpisodePage } from '@earmark/contracts/episodes';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { getJson } from '../kit/api.ts';
import { inputClasses } from '../ui/text-field.tsx';
import { DescriptionMerge } from './description-merge.tsx';
import { Failure } from '../ui/failure.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { MergeForm } from './merge-form.tsx';
import { withoutChange } from './text-merge.ts';
import type { BlockedText } from './text-merge.ts';

interface TextMergeFormProps {
  text: BlockedText;
  onClose: () => void;
}

/** Resolves by hand a change that cannot be undone because of a later one: three texts side by side, and the result. */
export function TextMergeForm({ text, onClose }: TextMergeFormProps) {
  const page = useQuery({
    queryKey: ['history', 'merge', text.link],
    queryFn: ({ signal }) => getJson(`/api${text.link}`, EpisodePage, signal),
    gcTime: 0,
    // Fixed while it is being edited; saving reports any change made by others since.
    staleTime: Infinity,
  });

  return (
    <Fetched
      query={page}
      pending={<p className="text-ink-faint mt-2">Loading…</p>}
      failed={<Failure message={page.error?.message ?? ''} className="mt-2" />}
    >
      {(shown) => <Merge text={text} page={shown} onClose={onClose} />}
    </Fetched>
  );
}

function Merge({ text, page, onClose }: TextMergeFormProps & { page: EpisodePage }) {
  if (text.segmentId === null) return <DescriptionMerge text={text} page={page} onClose={onClose} />;
  const now = page.transcript.find(({ id }) => id === text.segmentId)?.text;
  if (now === undefined) return <Failure message="The segment is no longer part of the transcript." className="mt-2" />;

  return <SegmentMerge text={text} page={page} now={now} onClose={onClose} />;
}

function SegmentMerge({ text, page, now, onClose }: TextMergeFormProps & { page: EpisodePage; now: string }) {
  const id = useId();
  const [typed, setTyped] = useState(() => withoutChange(text.before, text.after, now) ?? now);
  const segments = page.transcript.map(({ id: segmentId, startTime, endTime, speaker, text: own }) => ({
    id: segmentId,
    startTime,
    endTime,
    speaker,
    text: segmentId === text.segmentId ? typed : own,
  }));

  return (
    <MergeForm
      isForm
      page={page}
      result={typed.trim() === '' ? null : { part: 'transcript', body: { segments } }}
      texts={[text.before, text.after, now]}
      onClose={onClose}
    >
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-ink-soft text-[13px] font-medium">
          How it should read
        </label>
        <textarea
          id={id}
          rows={3}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
          className={`${inputClasses} h-auto! py-2`}
        />
      </div>
    </MergeForm>
  );
}
