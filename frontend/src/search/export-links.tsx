import { Download } from 'lucide-react';
import { buttonClasses } from '../ui/button.tsx';

const FORMATS = [
  { ending: 'csv', label: 'CSV' },
  { ending: 'jsonl', label: 'JSON lines' },
  { ending: 'rss', label: 'RSS' },
] as const;

/** The results as files, and as a feed of the newest passages. `params`: of the search. */
export function ExportLinks({ params }: { params: string }) {
  return (
    <div className="flex flex-wrap items-center gap-1 print:hidden">
      <Download aria-hidden="true" className="text-ink-faint size-4" />
      <ul aria-label="Export" className="flex">
        {FORMATS.map(({ ending, label }) => (
          <li key={ending}>
            <a
              href={`/api/search/advanced.${ending}${params === '' ? '' : `?${params}`}`}
              // A feed is for a reader, not for the disk.
              download={ending === 'rss' ? undefined : true}
              className={`${buttonClasses('quiet')} px-2!`}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
