-- Searchable text of series and episodes. All text is folded by the matching rule and free of markup.
create table search_series (
  series_uuid uuid primary key,
  name        text not null,                 -- words separated by single spaces; so are the next two
  host        text not null,                 -- '': unknown
  description text not null,
  categories  text[] not null,
  language    text,                          -- primary subtag, lower case; null: unknown
  is_removed  boolean not null
) with (toast_tuple_target = 128);
-- Descriptions are stored out of line, so that the rows of a common word are close together.
alter table search_series alter column description set storage external;
create table search_episode (
  episode_uuid uuid primary key,
  series_uuid  uuid not null,
  title        text not null,
  description  text not null
);
-- indexes
create index search_series_name on search_series
  using gin (array_to_tsvector(string_to_array(name, ' ') || string_to_array(host, ' ')));
create index search_series_words on search_series
  using gin (array_to_tsvector(string_to_array(name, ' ') || string_to_array(host, ' ') || string_to_array(description, ' ')));
create index search_series_alike on search_series using gin (name gin_trgm_ops, host gin_trgm_ops);
create index on search_episode (series_uuid);
