-- Acting as another person: from which session it was begun, and who did it for whom, when and why.

alter table sys_session add column origin_id uuid references sys_session (id) on delete cascade;
create index sys_session_origin on sys_session (origin_id) where origin_id is not null;
comment on column sys_session.origin_id is 'Own session of the person who acts; acting ends with it';

create table sys_acting (
  id uuid primary key,
  session_id uuid references sys_session (id) on delete set null,
  actor_id uuid not null references sys_user (id) on delete cascade,
  subject_id uuid not null references sys_user (id) on delete cascade,
  reason text not null,
  started_at timestamptz not null default now(),
  ends_at timestamptz not null,
  ended_at timestamptz
);
create index sys_acting_started on sys_acting (started_at desc, id desc);
create index sys_acting_subject on sys_acting (subject_id, started_at desc);
create index sys_acting_actor on sys_acting (actor_id, started_at desc);
comment on column sys_acting.ended_at is 'Rolled back or signed out; else it ended with its session, at ends_at at the latest';
