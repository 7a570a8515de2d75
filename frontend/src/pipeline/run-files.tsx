import type { PipelineRunView } from '@earmark/contracts/pipeline';
import { Download } from 'lucide-react';
import { counted } from '../kit/counted.ts';
import { buttonClasses } from '../ui/button.tsx';
import { RUNS } from './pipeline.api.ts';

/** The raw answers of services that the run has stored. */
export function RunFiles({ run: { id, files } }: { run: PipelineRunView }) {
  if (files.length === 0) return null;

  return (
    <section aria-label="Stored files" className="border-line border-t px-4 py-3">
      <h3 className="font-semibold">{counted(files.length, 'stored file')}</h3>
      <ul className="mt-2 flex flex-wrap gap-2">
        {files.map(({ sha256, name, bytes }) => (
          <li key={sha256} className="min-w-0">
            <a href={`${RUNS}/${id}/files/${sha256}`} download className={`${buttonClasses('outline')} max-w-full`}>
              <Download aria-hidden="true" className="size-4 shrink-0" />
              <span className="truncate">{name}</span>
              <span className="text-ink-faint font-normal">{sizeOf(bytes)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const KILO = 1000;

const sizeOf = (bytes: number): string =>
  bytes < KILO
    ? `${bytes} bytes`
    : bytes < KILO * KILO
      ? `${Math.round(bytes / KILO)} kB`
      : `${(bytes / KILO / KILO).toFixed(1)} MB`;
