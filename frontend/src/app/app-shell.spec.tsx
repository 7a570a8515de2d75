import { beforeEach, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { fakeEventSources } from '../testing/event-source.ts';
import { answers } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { AppShell } from './app-shell.tsx';

fakeEventSources();
const resize = windowOf();

beforeEach(() => {
  answers('get', '/api/auth/me', { user: null });
  answers('get', '/api/podcasts/recent', []);
});

it('closes the menu of a phone for good when the window becomes wide', async () => {
  resize(390);
  const { user } = show(<AppShell />);
  await user.click(screen.getByRole('button', { name: 'Open menu' }));
  await screen.findByRole('dialog', { name: 'Navigation' });
  resize(844);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  resize(390);
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});

/** A window whose width in pixels can be changed. */
function windowOf(): (width: number) => void {
  let width = 0;
  const changed = new EventTarget();
  Object.defineProperty(window, 'matchMedia', {
    configurable: true,
    value: (media: string) => ({
      media,
      get matches() {
        return Number(/min-width: (\d+)px/.exec(media)?.[1] ?? Infinity) <= width;
      },
      addEventListener: changed.addEventListener.bind(changed),
      removeEventListener: changed.removeEventListener.bind(changed),
    }),
  });

  return (next) => {
    width = next;
    act(() => void changed.dispatchEvent(new Event('change')));
  };
}
