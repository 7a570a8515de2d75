import type { TranscriptFilePreview } from '@earmark/contracts/transcripts';
import { TriangleAlert } from 'lucide-react';
import { counted } from '../../kit/counted.ts';
import { Badge } from '../../ui/badge.tsx';

/** What a file would become: its format, speakers, warnings and first segments. */
export function PreviewedFile({ name, preview }: { name: string; preview: TranscriptFilePreview }) {
  const { format, segments, speakers, speakerNames, warnings, first } = preview;
  const left = segments - first.length;

  return (
    <>
      <div>
        <h3 className="font-medium wrap-anywhere">{name}</h3>
        <output className="text-ink-soft block text-[13px] tabular-nums">
          {format} · {counted(segments, 'segment')} ·{' '}
          {speakers === 0 ? 'no speakers named' : counted(speakers, 'speaker')}
        </output>
        {speakerNames.length > 0 && (
          <ul aria-label="Speakers" className="mt-2 flex flex-wrap gap-1.5">
            {speakerNames.map((speaker) => (
              <li key={speaker} className="flex max-w-full">
                <Badge>{speaker}</Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
      {warnings.length > 0 && (
        <ul aria-label="Warnings" className="text-warn flex flex-col gap-1 text-[13px]">
          {warnings.map((warning) => (
            <li key={warning} className="flex gap-2">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              <span className="min-w-0 text-pretty wrap-anywhere">{warning}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="border-line rounded-md border">
        <ol aria-label="First segments" className="divide-line divide-y">
          {first.map(({ id, timeFormatted, speaker, text }) => (
            <li key={id} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 px-3 py-2">
              <span className="text-ink-faint text-[13px] tabular-nums">{timeFormatted}</span>
              <p className="wrap-anywhere">
                <span className="text-ink-soft text-[13px] font-medium">{speaker}</span>
                <span className="line-clamp-3">{text}</span>
              </p>
            </li>
          ))}
        </ol>
        {left > 0 && (
          <p className="border-line text-ink-faint border-t px-3 py-2 text-[13px] tabular-nums">
            and {counted(left, 'more segment')}
          </p>
        )}
      </div>
    </>
  );
}
