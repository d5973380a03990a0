-- Who counts learns nothing of the books, by nothing that changes meanwhile.

alter table wms_inventory add column named uuid[] not null default '{}';
comment on column wms_inventory.named is 'Who was named to count since it was published, or has counted, and who acted as them: they stay blind when they are named no more';
update wms_inventory c set named = array(
  select e from unnest(c.assignees) e
  union select e from wms_inventory_line l join wms_inventory_value v on v.line_id = l.id, unnest(array[v.user_id, v.proxy_user_id]) e
   where l.inventory_id = c.id and e is not null)
 where state <> 'DRAFT';

alter table wms_inventory_line add column counted_by uuid[] not null default '{}';
comment on column wms_inventory_line.counted_by is 'Whose values stand, with who acted as them: nobody is both of two who count the same';
update wms_inventory_line l set counted_by = array(
  select e from unnest(array[l.counter_id, l.second_id]) e where e is not null
  union select v.proxy_user_id from wms_inventory_value v
   where v.line_id = l.id and v.pass = l.pass and v.user_id in (l.counter_id, l.second_id) and v.proxy_user_id is not null)
 where state <> 'OPEN';

alter table wms_inventory_value add column ver integer not null default 0;
comment on column wms_inventory_value.ver is 'The version of the line that whoever said it has in front of them from then on';
