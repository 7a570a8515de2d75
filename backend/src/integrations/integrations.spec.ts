import { expect, it } from '@jest/globals';
import { Integrations, type Integration } from '../kit/integrations.ts';
import { IntegrationsController } from './integrations.controller.ts';

it('names the settings that are missing, and does not call the service without them', async () => {
  let calls = 0;
  const service: Integration = {
    service: 'fax',
    name: 'Fax',
    purpose: 'Sends letters.',
    provider: null,
    missing: ['FAX_NUMBER'],
    check: async () => ({ reachable: true, message: `${++calls} calls.` }),
  };
  const integrations = new Integrations();
  integrations.add(service, { ...service, service: 'telex', missing: [] });
  const controller = new IntegrationsController(integrations);
  const closed = { service: 'fax', configured: false, missing: ['FAX_NUMBER'], reachable: null, checkedAt: null };
  expect(await controller.check('fax')).toMatchObject(closed);
  expect(await controller.check('telex')).toMatchObject({ configured: true, reachable: true, message: '1 calls.' });
  expect(controller.list()).toMatchObject([closed, { service: 'telex', reachable: true }]);
});
