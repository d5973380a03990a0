-- Messages that people send: to whom as it was chosen, when, and whether they were taken back; and their templates.

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

alter table sys_message
  add column state text not null default 'SENT' check (state in ('PLANNED', 'SENT', 'RECALLED')),
  add column send_at timestamptz,
  add column receivers jsonb,
  add column template_id uuid references sys_message_template (id) on delete set null,
  add column recalled_at timestamptz,
  add column recalled_by uuid references sys_user (id);
comment on column sys_message.receivers is 'As chosen: everyone, userIds, roles, orgIds; who that is, is looked up when it goes out';
create index sys_message_due on sys_message (send_at) where state = 'PLANNED';
create index sys_message_sent_by_people on sys_message (created_at desc, id desc) where sender_id is not null;

alter table sys_message_copy drop constraint sys_message_copy_state_check;
alter table sys_message_copy add constraint sys_message_copy_state_check
  check (state in ('NEW', 'READ', 'DELETED', 'CLEARED', 'RECALLED'));
