import { Global, Module } from '@nestjs/common';
import { NoiseCounts } from './noise-counts.ts';
import { NoiseController } from './noise.controller.ts';

/** Imports of patterns, by call and by command, ask it. */
@Global()
@Module({ controllers: [NoiseController], providers: [NoiseCounts], exports: [NoiseCounts] })
export class NoiseModule {}
