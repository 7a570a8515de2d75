import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import type { ComponentType } from 'react';
import { server } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { late, lateDialog } from './late.tsx';
import { Toasts } from './toast.tsx';

let isUp: boolean;
let loads: number;

beforeEach(() => {
  isUp = false;
  loads = 0;
  server.use(http.get('*/health/live', () => (isUp ? HttpResponse.json({}) : HttpResponse.error())));
});

describe('a dialog', () => {
  it('that cannot be loaded says so and leaves the page, and opens at the next try', async () => {
    const { user } = showOpener(unlessDown(Sheet));
    await user.click(opener());
    expect(await screen.findByText(/^You are offline, or Earmark does not answer/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Being read' })).toBeVisible();
    isUp = true;
    window.dispatchEvent(new Event('online'));
    await user.click(opener());
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it('does not open by itself when the server answers again', async () => {
    const { user } = showOpener(unlessDown(Sheet));
    await user.click(opener());
    await screen.findByText(/Try again in a moment/);
    isUp = true;
    window.dispatchEvent(new Event('online'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(loads).toBe(1);
  });

  it('offers to reload the page when its script is gone from a server that answers', async () => {
    isUp = true;
    const { user } = showOpener(() => Promise.reject(unloaded()));
    await user.click(opener());
    expect(await screen.findByRole('button', { name: 'Reload' })).toBeVisible();
    expect(screen.getByText(/may have been updated/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Being read' })).toBeVisible();
  });

  it('is not loaded before it is opened', async () => {
    showOpener(unlessDown(Sheet));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(loads).toBe(0);
  });
});

it('a part of the page that cannot be loaded holds its place until the server answers', async () => {
  const Part = late(
    unlessDown(() => <p>The part</p>),
    <p>Loading…</p>,
  );
  show(
    <>
      <h1>Being read</h1>
      <Part />
      <Toasts />
    </>,
  );
  expect(await screen.findByText(/It appears as soon as it can/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Being read' })).toBeVisible();
  expect(screen.getByText('Loading…')).toBeVisible();
  isUp = true;
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('The part')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Loading…')).toBeNull());
});

const unloaded = () => new TypeError('Failed to fetch dynamically imported module: /assets/a.js');

/** Loads it as a browser does, which asks again for what it could not get. */
function unlessDown<Props>(part: ComponentType<Props>): () => Promise<ComponentType<Props>> {
  return async () => {
    loads += 1;
    if (!isUp) throw unloaded();

    return part;
  };
}

interface SheetProps {
  isOpen: boolean;
  onClose: () => void;
}

const Sheet = ({ isOpen }: SheetProps) => <dialog open={isOpen}>The sheet</dialog>;

/** A page with a button that opens a dialog. */
function showOpener(load: () => Promise<ComponentType<SheetProps>>) {
  const Late = lateDialog(load);
  function Page() {
    const [isOpen, setOpen] = useState(false);

    return (
      <>
        <h1>Being read</h1>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <Late isOpen={isOpen} onClose={() => setOpen(false)} />
        <Toasts />
      </>
    );
  }

  return show(<Page />);
}
const opener = () => screen.getByRole('button', { name: 'Open' });
