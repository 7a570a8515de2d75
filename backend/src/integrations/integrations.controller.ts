import { IntegrationsAnswer, IntegrationView } from '@earmark/contracts/integrations';
import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Integrations, type Integration } from '../kit/integrations.ts';
import { quoted, Rejected } from '../kit/rejected.ts';

type Checked = Pick<IntegrationView, 'reachable' | 'checkedAt' | 'message'>;

const UNCHECKED: Checked = { reachable: null, checkedAt: null, message: null };

/** The services outside. They are called only when somebody asks, and no answer contains a key. */
@ApiTags('integrations')
@Controller('api/admin/integrations')
export class IntegrationsController {
  private readonly checked = new Map<string, Checked>();

  constructor(private readonly integrations: Integrations) {}

  @Get()
  @ApiOperation({ summary: 'Services outside, and what each needs' })
  @ApiOkResponse({ standardSchema: IntegrationsAnswer })
  list(): IntegrationView[] {
    return this.integrations.all.map((integration) => this.view(integration));
  }

  @Post(':service/check')
  @ApiOperation({ summary: 'Calls a service once', description: 'One that is not configured is not called.' })
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: IntegrationView })
  async check(@Param('service') service: string): Promise<IntegrationView> {
    const integration = this.integrations.all.find((one) => one.service === service);
    if (!integration) throw new Rejected('not-found', `There is no service ${quoted(service)}.`);
    if (integration.missing.length === 0)
      this.checked.set(service, { ...(await resultOf(integration)), checkedAt: new Date().toISOString() });

    return this.view(integration);
  }

  private view(integration: Integration): IntegrationView {
    const { service, name, purpose, provider, missing } = integration;

    return {
      service,
      name,
      purpose,
      provider,
      configured: missing.length === 0,
      missing: [...missing],
      ...(this.checked.get(service) ?? UNCHECKED),
    };
  }
}

async function resultOf(integration: Integration): Promise<Pick<Checked, 'reachable' | 'message'>> {
  try {
    return await integration.check();
  } catch (error) {
    if (error instanceof Rejected) return { reachable: false, message: error.message };
    throw error;
  }
}
