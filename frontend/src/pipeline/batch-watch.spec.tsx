import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { runsAnswer } from '../testing/pipeline.ts';
import { answers } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { Toasts } from '../ui/toast.tsx';
import { Batches } from './batch-watch.tsx';
import { watchBatch, wantsNotification } from './batches.ts';

/** The browser's notifications, which jsdom does not have. */
class FakeNotification {
  static permission = 'default';
  static asked = 'granted';
  static readonly shown: string[] = [];
  static async requestPermission(): Promise<string> {
    this.permission = this.asked;

    return this.asked;
  }
  constructor(title: string, { body }: { body: string }) {
    FakeNotification.shown.push(`${title}: ${body}`);
  }
}

beforeEach(() => {
  Object.assign(globalThis, { Notification: FakeNotification });
  FakeNotification.permission = 'default';
  FakeNotification.shown.length = 0;
  watchBatch({ id: 'batch-1', runs: 5 });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'Notification');
  Reflect.deleteProperty(document, 'hidden');
});

it('follows a batch to its end, and notifies the browser only when that was asked for', async () => {
  let counts = { running: 1, queued: 1, completed: 2, failed: 1 };
  answers('get', '/api/admin/pipeline/runs', () => Response.json(runsAnswer([], counts)));
  const { user } = open();
  const batch = await screen.findByRole('article', { name: 'Batch of 5 episodes' });
  await waitFor(() => expect(batch).toHaveTextContent('3 of 5 ended · 2 completed · 1 failed'));
  await user.click(screen.getByRole('switch', { name: 'Notify me when a batch ends' }));
  await waitFor(() => expect(screen.getByRole('switch')).toBeChecked());
  expect(wantsNotification.read()).toBe(true);
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  counts = { running: 0, queued: 0, completed: 4, failed: 1 };
  expect(await screen.findByText('The batch has ended')).toBeVisible();
  expect(screen.queryByRole('article')).toBeNull();
  expect(FakeNotification.shown).toEqual(['The batch has ended: 4 completed · 1 failed']);
});

it('says when the browser does not allow notifications', async () => {
  FakeNotification.asked = 'denied';
  answers('get', '/api/admin/pipeline/runs', runsAnswer([], { queued: 5 }));
  const { user } = open();
  await user.click(await screen.findByRole('switch', { name: 'Notify me when a batch ends' }));
  expect(await screen.findByText('This browser does not allow notifications')).toBeVisible();
  expect(screen.getByRole('switch')).not.toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('article')).toBeNull();
});

const open = () =>
  show(
    <>
      <Batches />
      <Toasts />
    </>,
  );
