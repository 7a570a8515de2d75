-- Where events stand in a log whose server cannot be asked by id, time or correlation id. A cache: filled from the log, dropped at will.
create schema if not exists log_place;

-- A table that lacks a column is filled again.
do $$
begin
  if to_regclass('log_place.event') is not null and not exists (
    select from pg_attribute where attrelid = to_regclass('log_place.event') and attname = 'type') then
    drop table log_place.event, log_place.reached;
  end if;
end $$;

create table if not exists log_place.event (
  position       bigint not null primary key,
  id             uuid   not null,                 -- not unique: the same event may be in two streams
  at             text   collate "C" not null,
  correlation_id text   not null,
  stream         text   not null,
  type           text   not null
);
create index if not exists event_id on log_place.event (id);
create index if not exists event_correlation on log_place.event (correlation_id, position);
create index if not exists event_at on log_place.event (at, position);

create table if not exists log_place.reached (
  only_row boolean primary key default true check (only_row),
  log_id   uuid   not null,
  position bigint not null,                       -- everything up to here is in the table
  event_id uuid   not null                        -- of the event there, to notice another log
);
