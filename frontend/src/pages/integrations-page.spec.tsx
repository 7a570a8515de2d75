import { expect, it } from '@jest/globals';
import type { IntegrationView } from '@earmark/contracts/integrations';
import { screen, within } from '@testing-library/react';
import { answers, refusal } from '../testing/server.ts';
import { show } from '../testing/show.tsx';
import { Toasts } from '../ui/toast.tsx';
import { IntegrationsPage } from './integrations-page.tsx';

const LIST = '/api/admin/integrations';
const AT = '2026-11-21T10:00:00.000Z';

it('lists each service with what it is for and what it misses', async () => {
  answers('get', LIST, [TADDY, INDEX]);
  open();
  const taddy = await screen.findByRole('article', { name: 'Taddy' });
  expect(taddy).toHaveTextContent('Not configured');
  expect(taddy).toHaveTextContent('Missing:TADDY_USER_IDTADDY_API_KEY');
  expect(within(taddy).getByRole('button', { name: 'Check Taddy' })).toBeDisabled();
  const index = screen.getByRole('article', { name: 'Podcast Index' });
  expect(index).toHaveTextContent('Configured');
  expect(index).toHaveTextContent('In use');
  expect(index).not.toHaveTextContent('Missing');
  expect(index).not.toHaveTextContent('eachable');
});

it('checks a service and says what it found', async () => {
  answers('get', LIST, [TADDY, INDEX]);
  const checks = answers('post', `${LIST}/podcastindex/check`, {
    ...INDEX,
    reachable: false,
    checkedAt: AT,
    message: 'The clock of this server is 9 minutes slow.',
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Check Podcast Index' }));
  expect(await screen.findByText('Not reachable')).toBeVisible();
  expect(screen.getByRole('article', { name: 'Podcast Index' })).toHaveTextContent('9 minutes slow.');
  expect(checks).toHaveLength(1);
  answers('post', `${LIST}/podcastindex/check`, { ...INDEX, checkedAt: AT, message: 'No feed was read yet.' });
  await user.click(screen.getByRole('button', { name: 'Check Podcast Index' }));
  expect(await screen.findByText('No feed was read yet.')).toBeVisible();
  expect(screen.queryByText('Not reachable')).toBeNull();
  answers('post', `${LIST}/podcastindex/check`, () => refusal(429, 'too-many-calls', 'Checked a moment ago.'));
  await user.click(screen.getByRole('button', { name: 'Check Podcast Index' }));
  expect(await screen.findByText('The service could not be checked')).toBeVisible();
  expect(screen.getByText('429: Checked a moment ago.')).toBeVisible();
});

it('says why the list could not be loaded, and loads on retry', async () => {
  let isDown = true;
  answers('get', LIST, () =>
    isDown ? refusal(503, 'down', 'The database is away for a moment.') : Response.json([INDEX]),
  );
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading integrations503: The database is away');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article', { name: 'Podcast Index' })).toBeVisible();
});

const open = () =>
  show(
    <>
      <IntegrationsPage />
      <Toasts />
    </>,
  );

const INDEX: IntegrationView = {
  service: 'podcastindex',
  name: 'Podcast Index',
  purpose: 'Finds podcasts by name.',
  provider: 'podcastindex',
  configured: true,
  missing: [],
  reachable: null,
  checkedAt: null,
  message: null,
};
const TADDY: IntegrationView = {
  ...INDEX,
  service: 'taddy',
  name: 'Taddy',
  provider: null,
  configured: false,
  missing: ['TADDY_USER_ID', 'TADDY_API_KEY'],
};
