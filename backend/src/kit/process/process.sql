create schema if not exists app;
-- How far each reactor has read the log.
create table if not exists app.reactor (
  name     text primary key,
  position bigint not null,
  -- The last event it reacted to, to know the log again; null: none yet.
  event_id uuid,
  -- Null: the log was empty.
  log_id   uuid,
  -- {eventId, type, error, attempts}: the event that it cannot get past; null: healthy.
  failure  jsonb
);
-- What has begun and not ended. Made from the log by a reactor, so that no start reads the log for it.
create table if not exists app.open_process (
  kind       text not null,             -- undo
  id         text not null,             -- what stands behind the dash of its stream's name
  started_by uuid not null,             -- event
  position   bigint not null,           -- of that event
  primary key (kind, id)
);
