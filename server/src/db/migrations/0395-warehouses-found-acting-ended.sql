-- A warehouse is found by its code, its names, its campus, and the pinyin of them, which the program writes; anything else at least
-- what stands in the row.
alter table wms_warehouse add column search text not null default '';
update wms_warehouse set search = lower(concat_ws(' ', code, name, name_en, campus));
comment on column wms_warehouse.search is 'What the search box looks in: lower case, with pinyin';
create function wms_warehouse_search() returns trigger language plpgsql as $$
begin
  new.search := lower(concat_ws(' ', new.code, new.name, new.name_en, new.campus));
  return new;
end $$;
create trigger wms_warehouse_search before insert on wms_warehouse for each row when (new.search = '') execute function wms_warehouse_search();

-- The clock notes every end of acting that nobody has noted. What had ended before it did so is past.
update sys_acting a set ended_at = coalesce(
    (select coalesce(s.ended_at, o.ended_at) from sys_session s left join sys_session o on o.id = s.origin_id where s.id = a.session_id), a.ends_at)
 where a.ended_at is null
   and (a.ends_at <= now()
        or exists (select from sys_session s left join sys_session o on o.id = s.origin_id
                    where s.id = a.session_id and coalesce(s.ended_at, o.ended_at) is not null));
create index sys_acting_open on sys_acting (ends_at) where ended_at is null;
comment on column sys_acting.ended_at is 'Rolled back or signed out; of every other end when the clock noted it';
