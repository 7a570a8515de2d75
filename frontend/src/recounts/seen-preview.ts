import type { PreviewAnswer, PreviewRequest } from '@earmark/contracts/recounts';
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import { preview } from './recounts.api.ts';

type Numbers = Pick<PreviewAnswer, 'before' | 'after' | 'unchanged'>;

/** State of a preview on the page. */
interface Seen {
  readonly numbers: Numbers;
  /** The user submitted when the numbers had changed, and was stopped. */
  readonly wasStopped: boolean;
}

/** The numbers the user has seen; the current ones may differ. */
export const seenPreview = (request: PreviewRequest) =>
  queryOptions<Seen>({ queryKey: ['seen preview', request], queryFn: skipToken });

export function see(client: QueryClient, request: PreviewRequest, answer: PreviewAnswer): void {
  const { queryKey } = seenPreview(request);
  client.setQueryData(queryKey, (seen) => seen ?? { numbers: numbersOf(answer), wasStopped: false });
}

export const forget = (client: QueryClient, request: PreviewRequest): void =>
  client.removeQueries({ ...seenPreview(request), exact: true });

export const isAsSeen = (seen: Seen, answer: PreviewAnswer): boolean =>
  JSON.stringify(numbersOf(answer)) === JSON.stringify(seen.numbers);

/**
 * Recounts whether a change still does what its preview says. If not, the panel says so, and the new numbers count as seen,
 * so the next call returns true. A change that was never previewed, or can no longer be counted, is left to the server.
 */
export async function stillHolds(client: QueryClient, request: PreviewRequest): Promise<boolean> {
  const { queryKey } = preview(request);
  const seen = client.getQueryData(seenPreview(request).queryKey);
  if (seen === undefined) return true;
  await client.refetchQueries({ queryKey, exact: true });
  const state = client.getQueryState(queryKey);
  if (state?.status !== 'success' || state.data === undefined || isAsSeen(seen, state.data)) return true;
  client.setQueryData(seenPreview(request).queryKey, { numbers: numbersOf(state.data), wasStopped: true });

  return false;
}

const numbersOf = ({ before, after, unchanged }: Numbers): Numbers => ({ before, after, unchanged });
