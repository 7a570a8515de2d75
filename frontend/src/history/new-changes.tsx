import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../ui/button.tsx';
import { history, newestHistory } from './history.api.ts';
import type { Subject } from './subject.ts';

/** Says how many entries have arrived, and shows them on request, so that the list does not jump while being read. */
export function NewChanges({ subject }: { subject: Subject }) {
  const client = useQueryClient();
  const { data } = useInfiniteQuery(history(subject));
  const { data: newest } = useQuery(newestHistory(subject));
  const known = new Set(data?.pages.flatMap(({ entries }) => entries.map(({ eventId }) => eventId)));
  const fresh = newest?.entries.filter(({ eventId }) => !known.has(eventId)) ?? [];
  const count = data === undefined ? 0 : fresh.length;
  const all = count === newest?.entries.length && newest.next !== null ? `${count}+` : String(count);

  return (
    <output className="sticky top-16 z-20 flex justify-center empty:hidden">
      {count > 0 && (
        <Button
          variant="solid"
          onClick={() => void client.invalidateQueries({ queryKey: history(subject).queryKey })}
          className="late shadow-float rounded-full!"
        >
          {all} new {count === 1 ? 'entry' : 'entries'}
        </Button>
      )}
    </output>
  );
}
