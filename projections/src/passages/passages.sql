-- The words of all transcripts, for searches. No row is ever changed: a segment that is edited is written again, and of the
-- chunks with a segment the last one has its text.
create table passages_chunk (
  chunk       integer primary key,           -- in the order of the log
  version_id  uuid not null,
  segment_ids bytea not null                 -- 16 bytes each, in the order of the transcript when it was recorded
);
create table passages_word (
  word     text collate "C" not null,        -- folded, at most 64 UTF-16 units: passage-words.ts
  chunk    integer not null,
  segments bytea not null,                   -- of the chunk, ascending: posting.ts
  places   bytea not null                    -- of the word in each of these segments
);
-- indexes
create index on passages_chunk (version_id);
alter table passages_word add primary key (word, chunk);
