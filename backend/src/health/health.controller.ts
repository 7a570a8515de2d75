import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../kit/auth/access.decorators.ts';
import { Metrics } from './metrics.ts';
import { Readiness } from './readiness.ts';

@ApiTags('operations')
@Public()
@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly measured: Metrics,
  ) {}

  @Get('health/live')
  @ApiOperation({ summary: 'Whether the process runs' })
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('health/ready')
  @ApiOperation({ summary: 'Whether the log and all tables are ready, and what is waited for' })
  async ready(@Res({ passthrough: true }) response: Response): Promise<{ status: string; waitingFor: string[] }> {
    const waitingFor = await this.readiness.waitingFor();
    response.status(waitingFor.length === 0 ? 200 : 503);

    return { status: waitingFor.length === 0 ? 'ready' : 'not ready', waitingFor };
  }

  @Get('metrics')
  @ApiOperation({ summary: 'Figures for Prometheus' })
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  async metrics(): Promise<string> {
    return this.measured.read();
  }
}
