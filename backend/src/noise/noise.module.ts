import { Module } from '@nestjs/common';
import { NoiseCounts } from './noise-counts.ts';
import { NoiseController } from './noise.controller.ts';

@Module({ controllers: [NoiseController], providers: [NoiseCounts], exports: [NoiseCounts] })
export class NoiseModule {}
