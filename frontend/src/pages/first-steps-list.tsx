import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { Link } from '../kit/router/routing.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { patternTotals } from '../vocabulary/vocabulary.api.ts';

export function FirstStepsList({ hasPodcast }: { hasPodcast: boolean }) {
  const { data: totals } = useQuery(patternTotals);
  const steps = [
    {
      title: 'Add a podcast',
      text: 'Search a directory, or paste the address of a feed.',
      action: 'Series Management',
      to: '/admin/series',
      isDone: hasPodcast,
    },
    {
      title: 'Add what to track',
      text: 'People, companies, books: by hand, or as a CSV file.',
      action: 'Entity Management',
      to: '/admin/entities',
      isDone: totals?.some(({ patterns }) => patterns > 0) ?? false,
    },
    {
      title: 'Transcribe',
      text: 'Take the publisher’s transcript, or have the sound transcribed.',
      action: 'Episode Management',
      to: '/admin/episodes',
      isDone: false,
    },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);

  return (
    <section aria-labelledby="first-steps" className="bg-surface border-line rounded-md border p-4 sm:p-6">
      <h2 id="first-steps" className="text-[15px] font-semibold">
        Three steps to the first mention
      </h2>
      <ol className="mt-4 grid gap-5 md:grid-cols-3">
        {steps.map(({ title, text, action, to, isDone }, index) => (
          <li key={to} className="flex gap-3">
            <span
              aria-hidden="true"
              className="bg-hover flex size-7 shrink-0 items-center justify-center rounded-full text-[13px] font-semibold"
            >
              {isDone ? <Check className="text-good size-4" /> : index + 1}
            </span>
            <div className="min-w-0">
              <h3 className="font-medium">
                {title}
                {isDone && <span className="sr-only">: done</span>}
              </h3>
              <p className="text-ink-soft mt-0.5 text-[13px] text-pretty">{text}</p>
              <Link to={to} className={`${buttonClasses(index === next ? 'solid' : 'outline')} mt-3`}>
                {action}
              </Link>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
