import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { totalsSentence } from './recount-words.ts';
import { recountList } from './recounts.api.ts';

interface PublicationNumbersProps {
  recountId: string;
  /** Whether the publication was taken back: the numbers are those that it had brought. */
  isReverted: boolean;
}

/** What a publication did to the numbers, or one that was taken back had done. Nothing where they are not kept. */
export function PublicationNumbers({ recountId, isReverted }: PublicationNumbersProps) {
  const { data } = useInfiniteQuery(recountList);
  const recount = data?.recounts.find(({ id }) => id === recountId);
  if (!recount?.before || !recount.after) return null;

  return (
    <p className="mt-1 tabular-nums">
      {isReverted && 'Taken back: '}
      {totalsSentence(recount.before, recount.after)} ·{' '}
      <Link
        to={`/admin/recounts?recount=${recountId}`}
        className="text-accent underline underline-offset-2 pointer-coarse:py-3"
      >
        Open the recount
      </Link>
    </p>
  );
}
