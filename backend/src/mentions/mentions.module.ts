import { Module } from '@nestjs/common';
import { Ledger } from './ledger.ts';
import { WhyController } from './why.controller.ts';

@Module({
  controllers: [WhyController],
  providers: [Ledger],
})
export class MentionsModule {}
