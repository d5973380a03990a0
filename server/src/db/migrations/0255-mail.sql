-- E-mail beside the inbox: whose address is known to be theirs, what each person wants by it, and what is to go out.

alter table sys_user
  add column contact text,
  add column email_verified_at timestamptz,
  add column email_pending text;
comment on column sys_user.contact is 'Where the person is found, as they say it: room, office hours';
comment on column sys_user.email_verified_at is
  'Since when the address counts as theirs: an administrator entered it, or they followed the link sent to it. Null: nothing goes there';
comment on column sys_user.email_pending is 'Address they want instead, until they follow the link sent to it';
-- Until now administrators alone entered addresses.
update sys_user set email_verified_at = now() where email is not null;

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
comment on table sys_mail is 'Written in the commit of what it tells of, and sent afterwards, each at most once unless somebody asks again';
comment on column sys_mail.id is 'Of a MESSAGE, that of the copy in the inbox: each goes out by one mail at most';
comment on column sys_mail.address is 'Where it went; of ADDRESS and CHANGED, where it is to go';
create index sys_mail_due on sys_mail (due_at, id) where state = 'QUEUED';
create index sys_mail_started on sys_mail (started_at) where started_at is not null;
create index sys_mail_listed on sys_mail (created_at desc, id desc);
create index sys_mail_listed_by_state on sys_mail (state, created_at desc, id desc);
create index sys_mail_of on sys_mail (user_id, kind, created_at desc);

-- Links in mails. One of each kind for a person: a newer one takes the place of the older.
create table sys_user_link (
  user_id uuid not null references sys_user (id) on delete cascade,
  purpose text not null check (purpose in ('ADDRESS', 'PASSWORD')),
  token_hash bytea not null unique,
  address text not null,
  standing text not null,
  expires_at timestamptz not null,
  primary key (user_id, purpose)
);
comment on column sys_user_link.address is 'Where it was sent: it counts while that is the address meant';
comment on column sys_user_link.standing is 'Of the password and sessions when it was made: it ends with either';

-- Who has forgotten a password, as they typed themselves, until it is looked up.
create table sys_password_request (
  id uuid primary key,
  account text,
  ip text not null,
  at timestamptz not null default now()
);
create index sys_password_request_ip on sys_password_request (ip, at);
create index sys_password_request_open on sys_password_request (at) where account is not null;

create index sys_user_email on sys_user (lower(email)) where deleted_at is null;
