import { accountMigrations } from './accounts/accounts.migrations.ts';
import { additionMigrations } from './additions/additions.migrations.ts';
import { assistantMigrations } from './assistant/assistant.migrations.ts';
import { undoMigrations } from './history/undo.migrations.ts';
import type { Migration } from './kit/migrate.ts';
import { processMigrations } from './kit/process/process.migrations.ts';
import { directoryMigrations } from './directories/directories.migrations.ts';
import { feedStateMigrations } from './series/feed-states.migrations.ts';
import { duplicateMigrations } from './vocabulary/duplicates.migrations.ts';
import { heldPatternMigrations } from './vocabulary/held-patterns.migrations.ts';

/** Every migration of schema `app`. They run in numerical order, across all features. */
export const migrations: readonly Migration[] = [
  ...accountMigrations,
  ...directoryMigrations,
  ...additionMigrations,
  ...undoMigrations,
  ...processMigrations,
  ...feedStateMigrations,
  ...assistantMigrations,
  ...duplicateMigrations,
  ...heldPatternMigrations,
].sort((a, b) => (a.name < b.name ? -1 : 1));
