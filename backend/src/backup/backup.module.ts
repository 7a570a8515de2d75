import { Module } from '@nestjs/common';
import { ProjectionsModule } from '../projections/projections.module.ts';
import { BackupCommand } from './backup.command.ts';
import { RestoreCommand } from './restore.command.ts';

@Module({
  imports: [ProjectionsModule],
  providers: [BackupCommand, RestoreCommand],
})
export class BackupModule {}
