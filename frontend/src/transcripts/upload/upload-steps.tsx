import type { TranscriptFilePreview } from '@earmark/contracts/transcripts';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { counted } from '../../kit/counted.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { Failure } from '../../ui/failure.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { PreviewedFile } from './previewed-file.tsx';
import { isEditedMeanwhile, usePreview, useRecord } from './upload.api.ts';

interface UploadStepsProps {
  episodeUuid: string;
  onClose: () => void;
}

/** Choosing a file, then confirming what it would become. */
export function UploadSteps({ episodeUuid, onClose }: UploadStepsProps) {
  const preview = usePreview(episodeUuid);
  const record = useRecord(episodeUuid);
  const [mayReplace, setMayReplace] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const choose = () => field.current?.click();
  const take = (file: File) => {
    setMayReplace(false);
    record.reset();
    preview.mutate(file);
  };
  const { data, variables: file } = preview;
  const save = (chosen: File) =>
    record.mutate(
      { file: chosen, replacesEdits: mayReplace },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (!isEditedMeanwhile(error)) return;
          // The number of corrections has changed.
          setMayReplace(false);
          preview.mutate(chosen);
        },
      },
    );
  const isAllowed = data !== undefined && (data.corrections === 0 || mayReplace);

  return (
    <FileDrop label="Drop the transcript file" onFile={take} className="flex min-h-0 flex-col">
      <input
        ref={field}
        type="file"
        aria-label="Transcript file"
        hidden
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          // Lets the user choose the same file again after fixing it.
          currentTarget.value = '';
          if (chosen !== undefined) take(chosen);
        }}
      />
      <div
        // Focusable, so that it can be scrolled with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="flex min-h-0 flex-col gap-4 overflow-y-auto overscroll-contain p-5 focus-visible:-outline-offset-2"
      >
        {data === undefined || file === undefined ? (
          <div className="border-line-strong flex min-h-44 flex-col items-center justify-center gap-3 rounded-md border border-dashed p-6 text-center">
            {preview.isPending ? (
              <output className="text-ink-soft wrap-anywhere">Reading {file?.name}…</output>
            ) : (
              <>
                <FileUp aria-hidden="true" className="text-ink-faint size-6" />
                <p>
                  Drop a file here, or{' '}
                  <Button onClick={choose} className="ml-1">
                    Choose a file
                  </Button>
                </p>
                <p className="text-ink-faint text-[13px] text-pretty">
                  WebVTT, SubRip, JSON, HTML, Markdown, plain text and more, up to 10 MB. Nothing is recorded before you
                  have seen what it becomes.
                </p>
              </>
            )}
            {preview.error !== null && <Failure message={preview.error.message} />}
          </div>
        ) : (
          <PreviewedFile name={file.name} preview={data} />
        )}
      </div>
      <div className="border-line flex flex-col gap-3 border-t px-5 py-3 empty:hidden">
        {record.error !== null && <Failure message={reasonOf(record.error)} />}
        {data !== undefined && file !== undefined && (
          <>
            <Replacement preview={data} mayReplace={mayReplace} onChange={setMayReplace} />
            <div className="flex flex-wrap justify-end gap-2">
              <Button onClick={choose} className="mr-auto">
                Other file
              </Button>
              <Button onClick={onClose}>Cancel</Button>
              <Button
                variant="solid"
                disabled={!isAllowed}
                aria-disabled={record.isPending}
                onClick={() => !record.isPending && save(file)}
              >
                {record.isPending ? 'Recording…' : data.replaces ? 'Replace transcript' : 'Record transcript'}
              </Button>
            </div>
          </>
        )}
      </div>
    </FileDrop>
  );
}

const reasonOf = (error: Error): string =>
  isEditedMeanwhile(error) ? 'Somebody has corrected the transcript meanwhile. Look again.' : error.message;

interface ReplacementProps {
  preview: TranscriptFilePreview;
  mayReplace: boolean;
  onChange: (mayReplace: boolean) => void;
}

function Replacement({ preview: { replaces, corrections }, mayReplace, onChange }: ReplacementProps) {
  if (!replaces) return null;
  if (corrections === 0)
    return <p className="text-ink-soft text-[13px]">It replaces the current transcript, which nobody has corrected.</p>;

  return (
    <div className="bg-warn-soft rounded-md px-3 py-2">
      <p className="text-warn font-medium">
        People have made {counted(corrections, 'correction')} to the current transcript.
      </p>
      <CheckField
        label={`Replace it and ${corrections === 1 ? 'the correction' : `the ${counted(corrections, 'correction')}`}`}
        value={mayReplace}
        onChange={onChange}
      />
    </div>
  );
}
