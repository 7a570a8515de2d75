import { SavedAnswer } from '@earmark/contracts/episodes';
import type { EpisodePage } from '@earmark/contracts/episodes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sendJson } from '../kit/api.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { notify } from '../ui/toast.tsx';

interface MergeFormProps {
  page: Pick<EpisodePage, 'episode' | 'version'>;
  /** Path and body of the save; null while saving is not possible. */
  result: { readonly part: 'transcript' | 'description'; readonly body: object } | null;
  /** Before the change, after it and now. */
  texts: readonly [ReactNode, ReactNode, ReactNode];
  onClose: () => void;
  /** False for a description: its editor contains the link form, and forms cannot be nested. */
  isForm: boolean;
  /** The field for the result. */
  children: ReactNode;
}

const LABELS = ['Before this change', 'After it', 'Now'];

/** Shows three texts side by side, and a field for the result. */
export function MergeForm({ page: { episode, version }, result, texts, onClose, isForm, children }: MergeFormProps) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: ({ part, body }: NonNullable<MergeFormProps['result']>) =>
      sendJson('PUT', `/api/episodes/${episode.uuid}/${part}`, SavedAnswer, body, {
        'if-match': `"${version}"`,
        'x-reason': 'Merged by hand',
      }),
    onSuccess: () => {
      notify('Texts merged');
      onClose();
    },
    onSettled: () => client.invalidateQueries(),
  });
  const cannotSave = result === null || save.isPending;
  const submit = () => {
    if (!cannotSave) save.mutate(result);
  };
  const Frame = isForm ? 'form' : 'section';

  return (
    <Frame
      data-form
      aria-label="Merge by hand"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="bg-canvas border-line mt-2 flex flex-col gap-3 rounded-md border p-3"
    >
      <dl className="grid gap-3 sm:grid-cols-3">
        {LABELS.map((label, at) => (
          <div key={label} className="min-w-0">
            <dt className="text-ink-faint text-[13px]">{label}</dt>
            <dd className="text-pretty wrap-anywhere">{texts[at]}</dd>
          </div>
        ))}
      </dl>
      {children}
      {save.error && <Failure message={save.error.message} className="mt-2" />}
      <div className="flex gap-2">
        <Button
          type={isForm ? 'submit' : 'button'}
          variant="solid"
          aria-disabled={cannotSave}
          onClick={isForm ? undefined : submit}
        >
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Frame>
  );
}
