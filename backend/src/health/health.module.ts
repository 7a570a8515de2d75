import { Module } from '@nestjs/common';
import { HistoryModule } from '../history/history.module.ts';
import { HealthController } from './health.controller.ts';
import { Readiness } from './readiness.ts';

@Module({
  imports: [HistoryModule],
  controllers: [HealthController],
  providers: [Readiness],
  exports: [Readiness],
})
export class HealthModule {}
