import { Module } from '@nestjs/common';
import { HistoryModule } from '../history/history.module.ts';
import { SearchModule } from '../search/search.module.ts';
import { HealthController } from './health.controller.ts';
import { Metrics } from './metrics.ts';
import { Readiness } from './readiness.ts';

@Module({
  imports: [HistoryModule, SearchModule],
  controllers: [HealthController],
  providers: [Metrics, Readiness],
  exports: [Readiness],
})
export class HealthModule {}
