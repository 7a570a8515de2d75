import { Me } from '@earmark/contracts/accounts';
import { queryOptions } from '@tanstack/react-query';
import { getJson, sendJson } from '../kit/api.ts';

/** Who is signed in; `user` is null for a visitor. Refetched when the window regains focus. */
export const me = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => getJson('/api/auth/me', Me, signal),
  refetchOnWindowFocus: 'always',
});

export const signIn = (typed: { username: string; password: string }): Promise<Me> =>
  sendJson('POST', '/api/auth/login', Me, typed);

export const signOut = (): Promise<Me> => sendJson('POST', '/api/auth/logout', Me);

/** Ends the account's sessions in other browsers. */
export const changePassword = (typed: { current: string; next: string }): Promise<Me> =>
  sendJson('POST', '/api/auth/password', Me, typed);

/** Ends the account's sessions in every browser. */
export const signOutEverywhere = (): Promise<Me> => sendJson('POST', '/api/auth/logout-everywhere', Me);
