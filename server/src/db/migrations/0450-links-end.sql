-- A link in a mail ends with what it was made for, whoever changes it, and does not open again when that is put back. Whoever
-- recovers an account takes back the address that was asked for before: it may have been asked for by somebody else.

comment on column sys_user_link.standing is 'Of the password and sessions when it was made; empty once it has ended';

create function sys_user_link_end() returns trigger language plpgsql as $$
begin
  if (old.password_hash, old.sessions_ended_at, old.deleted_at) is distinct from (new.password_hash, new.sessions_ended_at, new.deleted_at)
     or new.state <> 'ACTIVE' then
    new.email_pending := null;
  end if;
  if (old.password_hash, old.sessions_ended_at, old.deleted_at, old.state, old.until_day, old.username, old.email, old.email_verified_at)
     is distinct from
     (new.password_hash, new.sessions_ended_at, new.deleted_at, new.state, new.until_day, new.username, new.email, new.email_verified_at) then
    update sys_user_link set standing = '' where user_id = new.id;
  elsif old.email_pending is distinct from new.email_pending then
    update sys_user_link set standing = '' where user_id = new.id and purpose = 'ADDRESS';
  end if;
  return new;
end $$;
create trigger sys_user_link_end
  before update of password_hash, sessions_ended_at, deleted_at, state, until_day, username, email, email_verified_at, email_pending
  on sys_user for each row execute function sys_user_link_end();
