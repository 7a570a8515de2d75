import { Module } from '@nestjs/common';
import { CarryOverController } from './carry-over.controller.ts';
import { CarryOverCorrectionsHandler, ChangeCarryOverHandler } from './carry-over.handler.ts';
import { CarryOverRounds } from './carry-over.rounds.ts';

@Module({
  controllers: [CarryOverController],
  providers: [CarryOverRounds, CarryOverCorrectionsHandler, ChangeCarryOverHandler],
})
export class CarryOverModule {}
