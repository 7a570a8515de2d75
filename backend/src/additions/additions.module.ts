import { Module } from '@nestjs/common';
import { DirectoriesModule } from '../directories/directories.module.ts';
import { AdditionsController } from './additions.controller.ts';
import { AdditionsProcess } from './additions.process.ts';
import { AdditionsStore } from './additions.store.ts';
import { Additions } from './additions.ts';

@Module({
  imports: [DirectoriesModule],
  controllers: [AdditionsController],
  providers: [Additions, AdditionsProcess, AdditionsStore],
})
export class AdditionsModule {}
