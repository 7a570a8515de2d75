import type { PreviewAnswer, PreviewRequest } from '@earmark/contracts/recounts';
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import { preview } from './recounts.api.ts';

type Numbers = Pick<PreviewAnswer, 'before' | 'after' | 'unchanged'>;

/** Of a preview that stands on the page. */
interface Seen {
  readonly numbers: Numbers;
  /** Somebody went ahead while they were other ones, and was stopped. */
  readonly wasStopped: boolean;
}

/** The numbers that a person has had before their eyes; the current ones may differ. */
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
 * Counts anew whether a change still does what its preview says. If not, the panel says so, and what is then shown counts
 * as seen: asked again it is a yes. What was never shown, or cannot be counted any more, is left to the server.
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
