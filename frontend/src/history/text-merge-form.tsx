import { EpisodePage, SavedAnswer } from '@earmark/contracts/episodes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { getJson, sendJson } from '../kit/api.ts';
import { Button } from '../ui/button.tsx';
import { inputClasses } from '../ui/text-field.tsx';
import { notify } from '../ui/toast.tsx';
import { DescriptionMerge } from './description-merge.tsx';
import { Failure } from '../ui/failure.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { withoutChange } from './text-merge.ts';
import type { BlockedText } from './text-merge.ts';

interface TextMergeFormProps {
  text: BlockedText;
  onClose: () => void;
}

/** What a later change stands in the way of undoing, put right by hand: three texts beside each other, and the one to be. */
export function TextMergeForm({ text, onClose }: TextMergeFormProps) {
  const page = useQuery({
    queryKey: ['history', 'merge', text.link],
    queryFn: ({ signal }) => getJson(`/api${text.link}`, EpisodePage, signal),
    gcTime: 0,
    // Typed into: what others do meanwhile is told when it is saved.
    staleTime: Infinity,
  });

  return (
    <Fetched
      query={page}
      pending={<p className="text-ink-faint mt-2">Loading…</p>}
      failed={<Failure message={page.error?.message ?? ''} className="mt-2" />}
    >
      {(shown) => <MergeOf text={text} page={shown} onClose={onClose} />}
    </Fetched>
  );
}

function MergeOf({ text, page, onClose }: TextMergeFormProps & { page: EpisodePage }) {
  if (text.segmentId === null) return <DescriptionMerge text={text} page={page} onClose={onClose} />;
  const now = page.transcript.find(({ id }) => id === text.segmentId)?.text;
  if (now === undefined) return <Failure message="The segment is no longer part of the transcript." className="mt-2" />;

  return <Merge text={text} page={page} now={now} onClose={onClose} />;
}

function Merge({ text, page, now, onClose }: TextMergeFormProps & { page: EpisodePage; now: string }) {
  const id = useId();
  const [typed, setTyped] = useState(() => withoutChange(text.before, text.after, now) ?? now);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => {
      const segments = page.transcript.map(({ id: segmentId, startTime, endTime, speaker, text: own }) => ({
        id: segmentId,
        startTime,
        endTime,
        speaker,
        text: segmentId === text.segmentId ? typed : own,
      }));
      const headers = { 'if-match': `"${page.version}"`, 'x-reason': 'Merged by hand' };
      return sendJson('PUT', `/api/episodes/${page.episode.uuid}/transcript`, SavedAnswer, { segments }, headers);
    },
    onSuccess: () => {
      notify('Texts merged');
      onClose();
    },
    onSettled: () => client.invalidateQueries(),
  });
  const columns = [
    ['Before this change', text.before],
    ['After it', text.after],
    ['Now', now],
  ] as const;

  return (
    <form
      aria-label="Merge by hand"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending && typed.trim() !== '') save.mutate();
      }}
      className="bg-canvas border-line mt-2 flex flex-col gap-3 rounded-md border p-3"
    >
      <dl className="grid gap-3 sm:grid-cols-3">
        {columns.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-ink-faint text-[13px]">{label}</dt>
            <dd className="text-pretty wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-ink-soft text-[13px] font-medium">
          How it shall read
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
      {save.error && <Failure message={save.error.message} className="mt-2" />}
      <div className="flex gap-2">
        <Button type="submit" variant="solid" aria-disabled={save.isPending || typed.trim() === ''}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
