import type { Me } from '@earmark/contracts/accounts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { RequestFailed } from '../kit/api.ts';
import { me } from './accounts.api.ts';

const CHANNEL = 'earmark-account';
const NOT_SIGNED_IN = 401;

/** A call that signs in or out: this tab shows at once who is here now, the others ask. */
export function useAccountChange<Typed = void>(call: (typed: Typed) => Promise<Me>) {
  const client = useQueryClient();

  return useMutation({
    mutationFn: call,
    onSuccess: async (answer) => {
      await client.cancelQueries(me);
      client.setQueryData(me.queryKey, answer);
      tellOtherTabs();
    },
  });
}

/**
 * Follows who is signed in: use it once, at the root. A sign-in or sign-out in another tab counts here, as does a call
 * that is refused because the session is over. What was read as somebody else is read again.
 */
export function useFollowAccount(): void {
  const client = useQueryClient();
  const { data } = useQuery(me);
  const who = data === undefined ? null : JSON.stringify(data.user);
  const known = useRef<string | null>(null);

  useEffect(() => followSignOuts(client), [client]);
  useEffect(() => {
    const before = known.current;
    known.current = who;
    if (before === null || who === null || before === who) return;
    void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== me.queryKey[0] });
  }, [client, who]);
}

function followSignOuts(client: QueryClient): () => void {
  const askAgain = () => void client.invalidateQueries(me);
  const askIfOver = (error: unknown) => {
    if (error instanceof RequestFailed && error.status === NOT_SIGNED_IN) askAgain();
  };
  const stops = [
    client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') askIfOver(event.action.error);
    }),
    client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') askIfOver(event.action.error);
    }),
  ];
  if (typeof BroadcastChannel === 'function') {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', askAgain);
    stops.push(() => channel.close());
  }

  return () => stops.forEach((stop) => stop());
}

function tellOtherTabs(): void {
  if (typeof BroadcastChannel !== 'function') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}
