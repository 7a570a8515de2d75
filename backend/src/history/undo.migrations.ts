import { ddl } from '../kit/migrate.ts';

export const undoMigrations = [
  ddl(
    '003-undo-plan',
    `
-- What a dry run promised to undo, newest first: exactly that is done later.
create table if not exists app.undo_plan (
  undo_id    uuid primary key,
  event_ids  uuid[] not null,
  account_id text not null,
  created_at timestamptz not null default now()
);
`,
  ),
] as const;
