import { Module } from '@nestjs/common';
import { HistoryModule } from '../history/history.module.ts';
import { HealthController } from './health.controller.ts';
import { Metrics } from './metrics.ts';
import { Readiness } from './readiness.ts';

@Module({
  imports: [HistoryModule],
  controllers: [HealthController],
  providers: [Metrics, Readiness],
  exports: [Readiness],
})
export class HealthModule {}
