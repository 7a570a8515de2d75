import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { RecountSummary } from '@earmark/contracts/recounts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { RECOUNT } from '../testing/recount.ts';
import { answers } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { recountList } from './recounts.api.ts';

/** A fake EventSource, which jsdom does not have. */
class FakeEventSource extends EventTarget {
  static readonly opened: FakeEventSource[] = [];
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSED = 2;
  readyState = 1;

  constructor(readonly url: string) {
    super();
    FakeEventSource.opened.push(this);
  }

  close(): void {
    this.readyState = this.CLOSED;
  }

  push(recount: RecountSummary): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(recount) }));
  }
}

beforeEach(() => {
  FakeEventSource.opened.length = 0;
  Object.assign(globalThis, { EventSource: FakeEventSource });
});
afterEach(() => {
  for (const source of FakeEventSource.opened) source.dispatchEvent(new Event('complete'));
  Reflect.deleteProperty(globalThis, 'EventSource');
});

it('shows how far a recount is as the server pushes it, without asking', async () => {
  let listed = recount({ percent: 10 });
  const calls = answers('get', '/api/admin/recounts', () => Response.json(listOf(listed)));
  show(<List />);
  expect(await screen.findByText('running 10 %')).toBeVisible();
  const [source] = FakeEventSource.opened;
  expect(source?.url).toBe('/api/admin/recounts/progress');
  act(() => source!.push(recount({ percent: 60 })));
  expect(await screen.findByText('running 60 %')).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(calls).toHaveLength(1);

  // The number of episodes with older patterns is refetched.
  listed = recount({ percent: 100, status: 'ready' });
  act(() => source!.push(listed));
  expect(await screen.findByText('ready 100 %')).toBeVisible();
  await waitFor(() => expect(calls).toHaveLength(2));
});

it('asks again each second while the stream is broken', async () => {
  let percent = 10;
  const calls = answers('get', '/api/admin/recounts', () => Response.json(listOf(recount({ percent }))));
  show(<List />);
  expect(await screen.findByText('running 10 %')).toBeVisible();
  const [source] = FakeEventSource.opened;
  percent = 30;
  source!.readyState = source!.CLOSED;
  act(() => void source!.dispatchEvent(new Event('error')));
  expect(await screen.findByText('running 30 %')).toBeVisible();
  percent = 50;
  expect(await screen.findByText('running 50 %')).toBeVisible();
  expect(calls.length).toBeGreaterThanOrEqual(3);
  expect(FakeEventSource.opened).toHaveLength(1);
});

function List() {
  const { data } = useInfiniteQuery(recountList);

  return (
    <ul>
      {data?.recounts.map(({ id, status, progress }) => (
        <li key={id}>
          {status} {progress.percent} %
        </li>
      ))}
    </ul>
  );
}

const listOf = (one: RecountSummary) => ({ recounts: [one], next: null, behind: { episodes: 3, of: 4 } });

const recount = ({ percent, status = 'running' }: { percent: number; status?: RecountSummary['status'] }) => ({
  ...RECOUNT,
  status,
  progress: { percent, eventsPerSecond: null, secondsLeft: null },
});
