-- Needs Postgres 14 or newer. Run at every start, under a lock.
create schema if not exists log;

create table if not exists log.event (
  position bigint  not null primary key,          -- 1 + the previous one; gaps only where something was erased
  revision integer not null,                      -- in its stream, from 0
  bytes    integer not null,                      -- of data and metadata as text, to limit pages
  id       uuid    not null,                      -- not unique: the same event may be in two streams
  stream   text    not null,
  type     text    not null,
  data     json    not null,                      -- not jsonb: keeps key order, -0 and long numbers as written
  metadata json    not null,
  unique (stream, revision)
);
alter table log.event add column if not exists at text collate "C" generated always as (metadata ->> 'at') stored;
create index if not exists event_id on log.event (id);
create index if not exists event_at on log.event (at, position);
create index if not exists event_correlation on log.event ((metadata ->> 'correlationId'), position);
create index if not exists event_category on log.event (split_part(stream, '-', 1), position);

do $$
begin
  if exists (select from pg_settings where name = 'default_toast_compression' and 'lz4' = any (enumvals))
    and exists (
      select from pg_attribute
      where attrelid = 'log.event'::regclass and attname = 'data' and attcompression <> 'l') then
    alter table log.event alter column data set compression lz4, alter column metadata set compression lz4;
  end if;
end $$;

-- Several appends in one transaction, each stored or refused separately: streams, expected (-1: must not exist) and sizes
-- hold one entry per append; ids, types, data and metadata one per event, append after append.
-- One row per append, in order: refused; revision of the last event (refused: of the stream, -1 when it does not exist);
-- position of the last event (refused: null).
-- The lock is held until the commit is visible, so the order of positions is the order of commits and a reader never
-- sees a position appear below one that it has read.
create or replace function log.append(
  streams text[], expected bigint[], sizes integer[], ids uuid[], types text[], data json[], metadata json[]
) returns table (refused boolean, revision integer, "position" bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  before  bigint;
  head    bigint;
  actual  integer;
  stored  integer;
  reached bigint;
  first   integer := 1;
  last    integer;
begin
  perform pg_advisory_xact_lock(7305264011);
  select coalesce(max(e.position), 0) into before from log.event e;
  head := before;
  for n in 1 .. cardinality(streams) loop
    last := first + sizes[n] - 1;
    select coalesce(max(e.revision), -1) into actual from log.event e where e.stream = streams[n];
    if actual = expected[n] then
      insert into log.event (position, stream, revision, id, type, data, metadata, bytes)
      select head + given.nth, streams[n], actual + given.nth, given.id, given.type, given.data, given.metadata,
        octet_length(given.data::text) + octet_length(given.metadata::text)
      from unnest(ids[first:last], types[first:last], data[first:last], metadata[first:last])
        with ordinality as given (id, type, data, metadata, nth);
      head := head + sizes[n];
      return query select false, actual + sizes[n], head;
    else
      -- A repeated append gets the first answer again.
      select count(*), max(e.position) into stored, reached
      from unnest(ids[first:last]) with ordinality as given (id, nth)
      join log.event e on e.stream = streams[n] and e.revision = expected[n] + given.nth and e.id = given.id;
      if stored = sizes[n] then
        return query select false, (expected[n] + sizes[n])::integer, reached;
      else
        return query select true, actual, null::bigint;
      end if;
    end if;
    first := last + 1;
  end loop;
  if head > before then
    perform pg_notify('earmark_log', head::text);
  end if;
end $$;
