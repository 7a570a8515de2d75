-- Which events changed an entity, a pattern or a category, so that their history need not read the whole log.
create table subjects_event (
  subject_id uuid not null,                  -- an entity, a pattern, a category or an ignored name
  position   int8 not null,
  stream     text not null,
  revision   integer not null,
  primary key (subject_id, position)
);
-- indexes
create index on subjects_event (revision) where stream = 'vocabulary-main';
