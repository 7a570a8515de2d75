import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '../kit/router/routing.tsx';
import { totalsSentence } from './recount-words.ts';
import { recountList, recountSummary } from './recounts.api.ts';

interface PublicationNumbersProps {
  recountId: string;
  /** Whether the publication was reverted; the numbers are the ones it had published. */
  isReverted: boolean;
}

/** The effect of a publication, reverted or not, on the counts; only a link where the result is no longer kept. */
export function PublicationNumbers({ recountId, isReverted }: PublicationNumbersProps) {
  const { data: list } = useInfiniteQuery(recountList);
  const listed = list?.recounts.find(({ id }) => id === recountId);
  // A recount beyond the end of the list is fetched individually.
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
      {isReverted && 'Reverted: '}
      {totalsSentence(recount.before, recount.after)} · {link}
    </p>
  );
}
