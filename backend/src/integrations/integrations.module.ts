import { Module } from '@nestjs/common';
import { IntegrationsController } from './integrations.controller.ts';

@Module({ controllers: [IntegrationsController] })
export class IntegrationsModule {}
