-- Dictionaries are kept on a screen: in both languages, with who changed them, and beside what the product came with.
alter table sys_dic
  add column name_en text,
  add column created_at timestamptz not null default now(),
  add column updated_by uuid references sys_user (id);

alter table sys_dic_field add column shipped jsonb;
comment on column sys_dic_field.shipped is 'Label, labels and props as the product came with them when it last started; null for an entry of the site';

update sys_dic d set name_en = n.name_en
  from (values ('WMS_UNIT', 'Units'), ('WMS_CONDITION', 'Storage conditions'), ('WMS_GRADE', 'Reagent grades')) n (code, name_en)
 where d.code = n.code;
