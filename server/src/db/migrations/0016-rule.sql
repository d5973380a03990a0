-- Rules as data: who sees what beyond the organisation they work for (decision 120). A rule only ever adds.

create table sys_rule (
  id uuid primary key,
  owner_type text not null check (owner_type in ('USER', 'ROLE', 'ORG')),
  user_id uuid references sys_user (id) on delete cascade,
  role_code text references sys_role (code) on delete cascade,
  org_id uuid references wms_org (id) on delete cascade,
  relation text check (relation in ('LEADER', 'MEMBER', 'STUDENT', 'KEEPER')),
  subject_type text not null check (subject_type in ('WMS_ORG', 'WMS_WAREHOUSE', 'WMS_CONTAINER', 'CATEGORY', 'REPORT', 'MENU')),
  subject_model text not null check (subject_model in ('select', 'tree', 'all', 'expr')),
  conditions jsonb not null default '[]',
  actions text[] not null,
  from_day date,
  until_day date,
  note text,
  begun boolean not null default true,
  same_as text not null,
  ended_at timestamptz,
  ended_by uuid references sys_user (id) on delete set null,
  rev integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references sys_user (id) on delete set null,
  updated_at timestamptz not null default now(),
  updated_by uuid references sys_user (id) on delete set null,
  constraint sys_rule_owner check (
    num_nonnulls(user_id, role_code, org_id) = 1
    and (owner_type = 'USER') = (user_id is not null) and (owner_type = 'ROLE') = (role_code is not null)),
  constraint sys_rule_relation check (relation is null or owner_type = 'ORG'),
  constraint sys_rule_actions check ('SEE' = any(actions) and actions <@ array['SEE', 'EXPORT']),
  constraint sys_rule_span check (from_day <= until_day),
  constraint sys_rule_model check (
    (subject_model <> 'tree' or subject_type in ('WMS_CONTAINER', 'CATEGORY', 'MENU'))
    and (subject_model <> 'expr' or subject_type <> 'MENU')),
  constraint sys_rule_looks check (subject_type <> 'MENU' or actions = '{SEE}')
);
create unique index sys_rule_same on sys_rule (same_as) where ended_at is null;
create index sys_rule_user on sys_rule (user_id) where user_id is not null;
create index sys_rule_role on sys_rule (role_code) where role_code is not null;
create index sys_rule_org on sys_rule (org_id) where org_id is not null;
create index sys_rule_ahead on sys_rule (from_day) where not begun;
create index sys_rule_end on sys_rule (until_day) where until_day is not null and ended_at is null;
create index sys_rule_unpicked on sys_rule (subject_type, subject_model) where ended_at is null and subject_model <> 'select';
create index sys_rule_by_created on sys_rule (created_at, id);
create index sys_rule_by_updated on sys_rule (updated_at, id);
comment on column sys_rule.relation is 'Of an organisation: those of its members alone who are this in it';
comment on column sys_rule.conditions is 'Of the model expr: [{field, op, values}], all of which hold; never SQL';
comment on column sys_rule.begun is 'false until the day it begins on has come and those it concerns were told';
comment on column sys_rule.same_as is 'Owner and subjects: two rules that hold do not say the same';
comment on column sys_rule.ended_at is 'Taken back, or its last day is over; it stays for the record, and may be renewed';

create table sys_rule_subject (
  rule_id uuid not null references sys_rule (id) on delete cascade,
  subject_id uuid not null,
  primary key (rule_id, subject_id)
);
create index sys_rule_subject_id on sys_rule_subject (subject_id);
comment on table sys_rule_subject is 'What was picked, of the models select and tree';

-- Entries of the menu have codes, or ids of their own, and no rows that a key could name.
create table sys_rule_entry (
  rule_id uuid not null references sys_rule (id) on delete cascade,
  entry_id text not null,
  primary key (rule_id, entry_id)
);
create index sys_rule_entry_id on sys_rule_entry (entry_id);
comment on table sys_rule_entry is
  'Entries of the menu that were picked, of the models select and tree; what stands below one is known to the menu';

create view sys_rule_now as
  select * from sys_rule
   where ended_at is null and (from_day is null or from_day <= current_date) and (until_day is null or until_day >= current_date);
comment on view sys_rule_now is 'Rules that hold at this moment';

-- What a condition may ask of each subject.
create function sys_rule_facts(kind text) returns table (id uuid, facts jsonb) language sql stable as $$
  select o.id, jsonb_build_object('code', o.code, 'name', o.name, 'type', o.type) from wms_org o where kind = 'WMS_ORG'
  union all
  select w.id, jsonb_build_object('code', w.code, 'name', w.name, 'campus', w.campus)
    from wms_warehouse w where kind = 'WMS_WAREHOUSE' and w.deleted_at is null
  union all
  select c.id, jsonb_build_object('code', c.code, 'name', c.name, 'type', c.type, 'warehouse', w.code)
    from wms_container c join wms_warehouse w on w.id = c.warehouse_id
   where kind = 'WMS_CONTAINER' and c.deleted_at is null and w.deleted_at is null
  union all
  select c.id, jsonb_build_object('code', c.code, 'name', c.name) from wms_category c where kind = 'CATEGORY'
  union all
  select r.id, jsonb_build_object('code', r.code, 'name', r.name, 'category', r.category) from sys_report r where kind = 'REPORT'
$$;

-- A fact that is not known meets nothing, and no conditions are met by nobody.
create function sys_rule_meets(facts jsonb, conditions jsonb) returns boolean language sql immutable as $$
  select coalesce(bool_and(coalesce(exists (
           select from jsonb_array_elements_text(c -> 'values') v
            where case c ->> 'op'
                    when 'is' then lower(facts ->> (c ->> 'field')) = lower(v)
                    when 'starts' then starts_with(lower(facts ->> (c ->> 'field')), lower(v))
                    when 'contains' then position(lower(v) in lower(facts ->> (c ->> 'field'))) > 0
                    else false end), false)), false)
    from jsonb_array_elements(conditions) c
$$;

-- What a rule names, by id; of the model all, whose reader asks for nothing, nothing.
create function sys_rule_ids(r sys_rule) returns uuid[] language plpgsql stable as $$
begin
  case r.subject_model
    when 'select' then
      return array(select subject_id from sys_rule_subject where rule_id = r.id order by 1);
    when 'tree' then
      if r.subject_type = 'CATEGORY' then
        return array(
          with recursive tree as (
            select subject_id as id from sys_rule_subject where rule_id = r.id
            union select c.id from wms_category c join tree on c.parent_id = tree.id)
          select id from tree order by 1);
      end if;
      return array(
        with recursive tree as (
          select subject_id as id from sys_rule_subject where rule_id = r.id
          union select c.id from wms_container c join tree on c.parent_id = tree.id where c.deleted_at is null)
        select id from tree order by 1);
    when 'expr' then
      return array(select f.id from sys_rule_facts(r.subject_type) f where sys_rule_meets(f.facts, r.conditions) order by 1);
    when 'all' then
      return '{}';
  end case;
end $$;

create function sys_rule_covers(r sys_rule, subject uuid) returns boolean language sql stable as $$
  select exists (select from sys_rule_facts(r.subject_type) f where f.id = subject)
     and (r.subject_model = 'all' or subject = any(sys_rule_ids(r)))
$$;

-- Whom a rule with such an owner may concern, on whatever days.
create function sys_rule_people(of_user uuid, of_role text, of_org uuid) returns setof uuid language sql stable as $$
  select of_user where of_user is not null
  union select g.user_id from sys_role_grant g where g.role_code = of_role
  union select m.user_id from wms_org_member m where m.org_id = of_org
$$;

-- Who looks at documents of an owner in a warehouse by a rule.
create function sys_rule_watchers(owner uuid, warehouse uuid) returns uuid[] language sql stable as $$
  select array(
    select distinct p
      from (select r.user_id, r.role_code, r.org_id
              from sys_rule_subject s join sys_rule_now r on r.id = s.rule_id
             where (s.subject_id = owner and r.subject_type = 'WMS_ORG') or (s.subject_id = warehouse and r.subject_type = 'WMS_WAREHOUSE')
            union
            select r.user_id, r.role_code, r.org_id
              from sys_rule_now r join lateral (select case r.subject_type when 'WMS_ORG' then owner else warehouse end as id) x on true
             where r.subject_model <> 'select' and r.subject_type in ('WMS_ORG', 'WMS_WAREHOUSE')
               and (r.subject_model = 'all' or exists (
                 select from sys_rule_facts(r.subject_type) f where f.id = x.id and sys_rule_meets(f.facts, r.conditions)))) r
      cross join lateral sys_rule_people(r.user_id, r.role_code, r.org_id) p)
$$;

create function sys_rule_notify() returns trigger language plpgsql as $$
begin
  perform sys_notify_rights(array(select distinct p from changed c, sys_rule_people(c.user_id, c.role_code, c.org_id) p));
  return null;
end $$;
create trigger sys_rule_notify_added after insert on sys_rule referencing new table as changed
  for each statement execute function sys_rule_notify();
create trigger sys_rule_notify_after after update on sys_rule referencing new table as changed
  for each statement execute function sys_rule_notify();
create trigger sys_rule_notify_before after update on sys_rule referencing old table as changed
  for each statement execute function sys_rule_notify();
create trigger sys_rule_notify_taken after delete on sys_rule referencing old table as changed
  for each statement execute function sys_rule_notify();

create function sys_rule_subject_notify() returns trigger language plpgsql as $$
begin
  perform sys_notify_rights(array(
    select distinct p from changed c join sys_rule r on r.id = c.rule_id, sys_rule_people(r.user_id, r.role_code, r.org_id) p));
  return null;
end $$;
create trigger sys_rule_subject_notify_added after insert on sys_rule_subject referencing new table as changed
  for each statement execute function sys_rule_subject_notify();
create trigger sys_rule_subject_notify_taken after delete on sys_rule_subject referencing old table as changed
  for each statement execute function sys_rule_subject_notify();
create trigger sys_rule_entry_notify_added after insert on sys_rule_entry referencing new table as changed
  for each statement execute function sys_rule_subject_notify();
create trigger sys_rule_entry_notify_taken after delete on sys_rule_entry referencing old table as changed
  for each statement execute function sys_rule_subject_notify();

-- What is below something, or meets a condition, is another set once there is more of it or less: sessions know the set.
create function sys_rule_reach_notify() returns trigger language plpgsql as $$
begin
  perform sys_notify_rights(array(
    select distinct p from sys_rule r, sys_rule_people(r.user_id, r.role_code, r.org_id) p
     where r.ended_at is null and r.subject_type = any(tg_argv) and r.subject_model in ('tree', 'expr')));
  return null;
end $$;
create trigger sys_rule_reach_org after insert or delete or update of code, name, type on wms_org
  for each statement execute function sys_rule_reach_notify('WMS_ORG');
create trigger sys_rule_reach_warehouse after insert or delete or update of code, name, campus, deleted_at on wms_warehouse
  for each statement execute function sys_rule_reach_notify('WMS_WAREHOUSE', 'WMS_CONTAINER');
create trigger sys_rule_reach_container after insert or delete or update of code, name, type, parent_id, warehouse_id, deleted_at
  on wms_container for each statement execute function sys_rule_reach_notify('WMS_CONTAINER');
create trigger sys_rule_reach_category after insert or delete or update of code, name, parent_id on wms_category
  for each statement execute function sys_rule_reach_notify('CATEGORY');
create trigger sys_rule_reach_report after insert or delete or update of code, name, category on sys_report
  for each statement execute function sys_rule_reach_notify('REPORT');
