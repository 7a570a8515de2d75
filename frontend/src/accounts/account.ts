import type { Me } from '@earmark/contracts/accounts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { RequestFailed } from '../kit/api.ts';
import { me } from './accounts.api.ts';

const CHANNEL = 'earmark-account';
const NOT_SIGNED_IN = 401;

/** Wraps a call that signs in or out: this tab shows the new account at once, and other tabs are asked to refetch it. */
export function useAccountChange<Typed = void>(call: (typed: Typed) => Promise<Me>) {
  const client = useQueryClient();

  return useMutation({
    mutationFn: call,
    onSuccess: async (answer) => {
      await client.cancelQueries(me);
      client.setQueryData(me.queryKey, answer);
      notifyOtherTabs();
    },
  });
}

/**
 * Keeps track of who is signed in; use it once, at the root. It reacts to a sign-in or sign-out in another tab, and to a
 * call refused because the session has expired. Data fetched under another account is fetched again.
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

function notifyOtherTabs(): void {
  if (typeof BroadcastChannel !== 'function') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}
