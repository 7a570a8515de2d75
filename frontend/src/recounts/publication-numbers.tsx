import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { totalsSentence } from './recount-words.ts';
import { recountList, recountSummary } from './recounts.api.ts';

interface PublicationNumbersProps {
  recountId: string;
  /** Whether the publication was taken back: the numbers are those that it had brought. */
  isReverted: boolean;
}

/** What a publication did to the numbers, or one that was taken back had done; where that is not kept, the way to it only. */
export function PublicationNumbers({ recountId, isReverted }: PublicationNumbersProps) {
  const { data: list } = useInfiniteQuery(recountList);
  const listed = list?.recounts.find(({ id }) => id === recountId);
  // One that is further back than the list goes is asked for by itself.
  const { data: alone } = useQuery({
    ...recountSummary(recountId),
    enabled: list !== undefined && listed === undefined,
  });
  const recount = listed ?? alone;
  const link = (
    <Link
      to={`/admin/recounts?recount=${recountId}`}
      className="text-accent underline underline-offset-2 pointer-coarse:py-3"
    >
      Open the recount
    </Link>
  );
  if (!recount?.before || !recount.after) return <p className="mt-1">{link}</p>;

  return (
    <p className="mt-1 tabular-nums">
      {isReverted && 'Taken back: '}
      {totalsSentence(recount.before, recount.after)} · {link}
    </p>
  );
}
