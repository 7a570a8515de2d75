import { expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RequestFailed, Unreachable } from '../kit/api.ts';
import { bothOf, Fetched, LoadingFailed } from './fetched.tsx';
import type { Query } from './fetched.tsx';

const query = (more: Partial<Query<string[]>>): Query<string[]> => ({
  data: undefined,
  error: null,
  isFetching: false,
  refetch: () => undefined,
  ...more,
});
const show = (shown: Query<string[]>) =>
  render(
    <Fetched
      query={shown}
      pending="Loading"
      failed={<LoadingFailed query={shown} title="Error loading names" />}
      isEmpty={(names) => names.length === 0}
      empty="No names"
    >
      {(names) => names.join(', ')}
    </Fetched>,
  );

it('shows the pending state, the empty state or the data', () => {
  const { container, unmount } = show(query({}));
  expect(container).toHaveTextContent('Loading');
  unmount();
  expect(show(query({ data: [] })).container).toHaveTextContent('No names');
  expect(show(query({ data: ['Ada', 'Grace'] })).container).toHaveTextContent('Ada, Grace');
});

it('announces the error and retries', async () => {
  const refetch = jest.fn();
  show(query({ error: new Error('503: Away.'), refetch }));
  expect(screen.getByRole('alert')).toHaveTextContent('Error loading names503: Away.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledTimes(1);
});

it('says the reason of an error whose message names only what failed, and nothing in words of the browser', () => {
  const { unmount } = show(query({ error: new Error('No names', { cause: new RequestFailed(503, 'Away.') }) }));
  expect(screen.getByRole('alert')).toHaveTextContent('Error loading namesNo names503: Away.');
  unmount();
  show(query({ error: new Unreachable(true, new TypeError('Failed to fetch')) }));
  expect(screen.getByRole('alert')).toHaveTextContent(/when it is connected\.Try again$/);
});

it('keeps earlier data when a refetch fails', () => {
  expect(show(query({ data: ['Ada'], error: new Error('503: Away.') })).container).toHaveTextContent('Ada');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows that it is asked again instead of the error before', () => {
  const error = new Error('503: Away.');
  const { container, unmount } = show(query({ error, isFetching: true }));
  expect(container).toHaveTextContent(/^Loading$/);
  unmount();
  expect(show(query({ data: ['Ada'], error, isFetching: true })).container).toHaveTextContent('Ada');
});

it('waits for both of two queries, and fails with either', () => {
  const there = query({ data: ['Ada'] });
  const failed = query({ error: new Error('503: Away.') });
  expect(bothOf(there, query({}))).toMatchObject({ data: undefined, error: null });
  expect(bothOf(there, there).data).toEqual([['Ada'], ['Ada']]);
  expect(bothOf(there, failed)).toMatchObject({ data: undefined, error: { message: '503: Away.' } });
});
