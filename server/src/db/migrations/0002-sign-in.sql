-- How people sign in, and act as one another.

-- One sign-in on one device. Its token pairs follow one another; a stolen refresh token ends the whole session.
create table sys_session (
  id uuid primary key,
  user_id uuid not null references sys_user (id) on delete cascade,
  proxy_user_id uuid references sys_user (id) on delete cascade,
  device_id text not null,
  org_id uuid references wms_org (id) on delete set null,
  ip text,
  user_agent text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ends_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('LOGOUT', 'REUSE', 'FORCED', 'DISABLED', 'PASSWORD', 'PROXY')),
  origin_id uuid references sys_session (id) on delete cascade
);
create index sys_session_user on sys_session (user_id) where ended_at is null;
create index sys_session_origin on sys_session (origin_id) where origin_id is not null;
create index sys_session_forced on sys_session (user_id) where end_reason = 'FORCED';
comment on column sys_session.proxy_user_id is 'The person who acts, while user_id is the one acted as';
comment on column sys_session.org_id is 'Research group or other organisation chosen for this session';
comment on column sys_session.ends_at is 'Absolute end: refreshing never goes past it';
comment on column sys_session.origin_id is 'Own session of the person who acts; acting ends with it';

create table sys_token (
  token_hash bytea primary key,
  session_id uuid not null references sys_session (id) on delete cascade,
  expires_at timestamptz not null,
  rtoken_hash bytea not null unique,
  rexpires_at timestamptz not null,
  rotated_at timestamptz,
  successor_salt bytea
);
create index sys_token_session on sys_token (session_id);
comment on column sys_token.successor_salt is
  'With the refresh token itself it yields the successor pair, so that tabs refreshing at once receive one and the same';

-- Acting as another person: from which session it was begun, and who did it for whom, when and why.
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
create index sys_acting_open on sys_acting (ends_at) where ended_at is null;
comment on column sys_acting.ended_at is 'Rolled back or signed out; of every other end when the clock noted it';

-- Browsers that an account has been signed in from: their tries count for themselves, so that other people's failures do not hold them
-- up. A browser is given another cookie with each sign-in: the one before is good for a moment, for tabs that sign in at once.
create table sys_known_device (
  user_id uuid not null references sys_user (id) on delete cascade,
  device_hash bytea not null,
  last_at timestamptz not null default now(),
  replaced_at timestamptz,
  primary key (user_id, device_hash)
);
create index sys_known_device_hash on sys_known_device (device_hash);
comment on column sys_known_device.device_hash is 'SHA-256 of the cookie that the browser shows';
comment on column sys_known_device.replaced_at is 'When the browser was given another cookie; null for the one it has';

-- Each failure by itself, so that those within a time can be counted.
create table sys_sign_in_failure (
  username text not null,
  ip text,
  at timestamptz not null default now(),
  device_hash bytea
);
create index sys_sign_in_failure_username on sys_sign_in_failure (username, at);
create index sys_sign_in_failure_ip on sys_sign_in_failure (ip, at);
comment on column sys_sign_in_failure.ip is
  'As limits count addresses; null where a failure counts wherever it comes from, and for a known device';
comment on column sys_sign_in_failure.device_hash is 'The known device that the failure counts for; null for all others';

-- Second factors.
create table sys_user_totp (
  user_id uuid primary key references sys_user (id) on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  last_step integer not null default 0,
  created_at timestamptz not null default now()
);
comment on column sys_user_totp.confirmed_at is
  'null until a first code has shown that the app holds the secret: no code is asked for before';
comment on column sys_user_totp.last_step is 'Half minute of the last code taken: codes of it and before are used up';

create table sys_user_recovery (
  user_id uuid not null references sys_user (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Accounts at the university's own sign-in.
create table sys_user_identity (
  provider text not null,
  subject text not null,
  user_id uuid not null references sys_user (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider, subject),
  unique (provider, user_id)
);
comment on table sys_user_identity is
  'Who somebody is at another sign-in, bound when they first came by it: a name given to somebody else there later opens nothing here';

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
comment on column sys_user_link.standing is 'Of the password and sessions when it was made; empty once it has ended';

-- A link in a mail ends with what it was made for, however that changes, and does not open again when that is put back. An account
-- that is recovered loses the address that was asked for before: somebody else may have asked for it.
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

-- Who has forgotten a password, as they typed themselves, until it is looked up.
create table sys_password_request (
  id uuid primary key,
  account text,
  asked_from text not null,
  at timestamptz not null default now()
);
create index sys_password_request_ip on sys_password_request (asked_from, at);
create index sys_password_request_open on sys_password_request (at) where account is not null;
comment on column sys_password_request.asked_from is 'An address, or a known browser by the hash of what it shows';
