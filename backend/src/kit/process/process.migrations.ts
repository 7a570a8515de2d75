import { ddl } from '../migrate.ts';

export const processMigrations = [
  ddl(
    '004-processes',
    `
-- How far each reactor has read the log.
create table app.reactor (
  name     text primary key,
  position bigint not null,
  -- The last event it reacted to, to know the log again; null: none yet.
  event_id uuid,
  -- Null: the log was empty.
  log_id   uuid,
  -- {eventId, type, error, attempts}: the event that it cannot get past; null: healthy.
  failure  jsonb
);
-- What has begun and not ended. A reactor makes it from the log, so that no start reads the log for it.
create table app.open_process (
  kind       text not null,             -- category of its stream: undo
  id         text not null,             -- what stands behind the dash of its stream's name
  started_by uuid not null,             -- event
  position   bigint not null,           -- of that event
  primary key (kind, id)
);
`,
  ),
] as const;
