import { ddl } from '../kit/migrate.ts';

export const duplicateMigrations = [
  ddl(
    '013-different-entities',
    `
-- Pairs of entities that somebody said are not the same. The smaller id comes first.
create table if not exists app.different_entities (
  one_id     uuid not null,
  other_id   uuid not null,
  account_id text not null,
  created_at timestamptz not null default now(),
  primary key (one_id, other_id)
);
`,
  ),
] as const;
