import { Module } from '@nestjs/common';
import { CarryOverCorrectionsHandler } from './carry-over.handler.ts';

@Module({ providers: [CarryOverCorrectionsHandler] })
export class CarryOverModule {}
