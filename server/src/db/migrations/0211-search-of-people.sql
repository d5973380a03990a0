-- An account is found whoever made it: the program writes pinyin as well, anything else at least what stands in the row.
create function sys_user_search() returns trigger language plpgsql as $$
begin
  new.search := lower(concat_ws(' ', new.username, new.name, new.staff_no, new.email, new.phone));
  return new;
end $$;
create trigger sys_user_search before insert on sys_user for each row when (new.search is null) execute function sys_user_search();
