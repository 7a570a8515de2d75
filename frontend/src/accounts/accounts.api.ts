import { Me } from '@earmark/contracts/accounts';
import { queryOptions } from '@tanstack/react-query';
import { getJson } from '../kit/api.ts';

/** Who is signed in; `user` is null for a visitor. */
export const me = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => getJson('/api/auth/me', Me, signal),
});
