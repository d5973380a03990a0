-- Messages in the inbox, and the mails beside them.

-- Templates of messages that people send.
create table sys_message_template (
  id uuid primary key,
  code text not null,
  name text not null,
  kind text not null check (kind in ('NOTICE', 'TODO', 'WARN', 'SYS')),
  title text not null,
  content text not null,
  link text,
  valid boolean not null default true,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references sys_user (id),
  constraint sys_message_template_code unique (code)
);

-- A message as it was sent, and a copy for each recipient: what one recipient does touches no other copy. A message ends with its
-- cause: a copy that was not read is then no longer in the inbox; one that was read says it is over.
create table sys_message (
  id uuid primary key,
  kind text not null check (kind in ('NOTICE', 'TODO', 'WARN', 'SYS')),
  template text,
  params jsonb not null default '{}',
  title text not null default '',
  content text not null default '',
  sender_id uuid references sys_user (id),
  bc text,
  fc text,
  object_id text,
  link text,
  created_at timestamptz not null default now(),
  sent timestamptz,
  state text not null default 'SENT' check (state in ('PLANNED', 'SENT', 'RECALLED')),
  send_at timestamptz,
  receivers jsonb,
  template_id uuid references sys_message_template (id) on delete set null,
  recalled_at timestamptz,
  recalled_by uuid references sys_user (id),
  cause text
);
create index sys_message_due on sys_message (send_at) where state = 'PLANNED';
create index sys_message_sent_by_people on sys_message (created_at desc, id desc) where sender_id is not null;
create index sys_message_about on sys_message (object_id) where object_id is not null;
create index sys_message_cause on sys_message (cause) where cause is not null;
create index sys_message_titled on sys_message (title) where sender_id is not null;
comment on column sys_message.template is 'Phrase key: title and content are then made in the reader''s language';
comment on column sys_message.link is 'Address of the document inside the console';
comment on column sys_message.receivers is
  'As chosen: everyone, userIds, roles, orgIds; who that is, is looked up when it goes out';
comment on column sys_message.cause is 'What it warns of, such as batch:…; lifted, it ends every message that names it';

create table sys_message_copy (
  id uuid primary key,
  message_id uuid not null references sys_message (id) on delete cascade,
  user_id uuid not null references sys_user (id) on delete cascade,
  state text not null default 'NEW' check (state in ('NEW', 'READ', 'DELETED', 'CLEARED', 'RECALLED', 'ENDED')),
  read_at timestamptz,
  deleted timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (message_id, user_id)
);
create index sys_message_copy_ended on sys_message_copy (ended_at) where ended_at is not null;
-- Copies of all states that are shown, and those of one.
create index sys_message_copy_shown on sys_message_copy (user_id, created_at, id) where state in ('NEW', 'READ');
create index sys_message_copy_state on sys_message_copy (user_id, state, created_at, id);

-- E-mail beside the inbox: what each person wants by it, and what is to go out.
create table sys_mail_choice (
  user_id uuid not null references sys_user (id) on delete cascade,
  kind text not null check (kind in ('NOTICE', 'TODO', 'WARN', 'SYS')),
  how text not null check (how in ('NONE', 'AT_ONCE', 'DAILY')),
  primary key (user_id, kind)
);

create table sys_mail (
  id uuid primary key,
  kind text not null check (kind in ('MESSAGE', 'ADDRESS', 'CHANGED', 'PASSWORD')),
  user_id uuid not null references sys_user (id) on delete cascade,
  how text not null default 'AT_ONCE' check (how in ('AT_ONCE', 'DAILY')),
  state text not null default 'QUEUED' check (state in ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'DROPPED')),
  due_at timestamptz not null default now(),
  tries integer not null default 0,
  address text,
  fault text check (fault in ('CONNECT', 'TLS', 'AUTH', 'REFUSED', 'LATER', 'UNSURE', 'INTERRUPTED', 'OVER', 'OLD')),
  answer text,
  started_at timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null default now()
);
create index sys_mail_due on sys_mail (due_at, id) where state = 'QUEUED';
create index sys_mail_started on sys_mail (started_at) where started_at is not null;
create index sys_mail_listed on sys_mail (created_at desc, id desc);
create index sys_mail_listed_by_state on sys_mail (state, created_at desc, id desc);
create index sys_mail_of on sys_mail (user_id, kind, created_at desc);
comment on table sys_mail is
  'Written in the commit of what it tells of, and sent afterwards, each at most once unless somebody asks again';
comment on column sys_mail.id is 'Of a MESSAGE, that of the copy in the inbox: each goes out by one mail at most';
comment on column sys_mail.address is 'Where it went; of ADDRESS and CHANGED, where it is to go';
