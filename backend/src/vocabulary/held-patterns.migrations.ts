import { ddl } from '../kit/migrate.ts';

export const heldPatternMigrations = [
  ddl(
    '014-held-patterns',
    `
-- Names that an import held back because the texts mostly write them as ordinary words: a list of things to do.
create table if not exists app.held_pattern (
  id          uuid primary key default gen_random_uuid(),
  -- The category and the folded name: a name is held once.
  type_key    text not null,
  name_key    text not null,
  -- The row of the file, as it would have been imported.
  pattern_row jsonb not null,
  mentions    integer not null,
  says        text not null,
  quieter     jsonb,
  account_id  text not null,
  held_at     timestamptz not null default now()
);
create unique index if not exists held_pattern_name on app.held_pattern (type_key, md5(name_key));
create index if not exists held_pattern_mentions on app.held_pattern (mentions desc, id);
`,
  ),
] as const;
