-- Runs of the pipeline, for its lists.
create table pipeline_run (
  run_id             uuid primary key,
  episode_uuid       uuid not null,
  series_uuid        uuid not null,
  number             integer not null,         -- of the runs of the episode, from 1
  batch_id           uuid,                     -- null: requested alone
  skip_transcription boolean not null,
  requested_by       text not null,
  requested_at       timestamptz not null,
  queued_position    int8 not null,            -- in the log, where it was requested or last continued
  rank               integer not null,        -- 0: running, 1: queued, 2: ended
  sort_key           int8 not null,            -- queued_position; negative once it has ended, for the newest first
  status             text not null,            -- queued, running, completed, failed, cancelled
  started_at         timestamptz,              -- its first step; null: none has begun
  ended_at           timestamptz,              -- null: it is open
  current_step       integer,                  -- that runs, failed or comes next; null: all are completed
  message            text,                     -- the last line
  steps_completed    integer not null,
  total_steps        integer not null,
  segments           integer,
  entities           integer,
  warnings           integer not null,
  waiting            integer not null,         -- corrections that somebody has to confirm
  error_message      text,
  error_code         text,                     -- of the step that failed
  provider           text,
  model              text,
  version_id         uuid,
  files              jsonb not null            -- raw answers: [{sha256, bytes, contentType, name}]
);
create table pipeline_step (
  run_id        uuid not null,
  step          integer not null,
  status        text not null,                 -- pending, processing, completed, error
  message       text,
  details       text[] not null,
  warnings      text[] not null,
  prediction_id text,
  attempts      integer not null,
  started_at    timestamptz,                   -- the last attempt
  ended_at      timestamptz,
  primary key (run_id, step)
);
-- indexes
create index on pipeline_run (rank, sort_key);
create index on pipeline_run (episode_uuid, number desc);
create index on pipeline_run (batch_id);
create index on pipeline_run (series_uuid);
create index on pipeline_run (status, queued_position);
