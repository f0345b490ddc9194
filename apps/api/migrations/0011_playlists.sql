-- Playlists: reports shown one after the other, and the screens that show them without anybody signed in.

create table playlist (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  name text not null,
  -- Whose it is. A shared one is the unit's: everybody may play it, administrators change it.
  owner_id uuid not null references person,
  shared boolean not null default false,
  -- 0: for ever.
  repeat_count integer not null default 0 check (repeat_count between 0 and 999),
  update_seconds integer not null default 60 check (update_seconds between 10 and 3600),
  navigate_pages boolean not null default false,
  skip_seconds integer not null default 20 check (skip_seconds between 5 and 60),
  reload_minutes integer not null default 60 check (reload_minutes between 15 and 240),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index playlist_by_owner on playlist (tenant_id, owner_id);
select tenant_table('playlist', 'read');
select audited('playlist');
select identity_access('playlist', 'select');

create table playlist_slide (
  tenant_id uuid not null,
  id uuid not null,
  playlist_id uuid not null,
  report_id uuid not null,
  position integer not null,
  seconds integer check (seconds between 10 and 3600),
  page text,
  filters jsonb not null default '[]',
  primary key (tenant_id, id),
  foreign key (tenant_id, playlist_id) references playlist (tenant_id, id) on delete cascade,
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade
);
create index playlist_slide_of_playlist on playlist_slide (tenant_id, playlist_id, position);
create index playlist_slide_by_report on playlist_slide (tenant_id, report_id);
select tenant_table('playlist_slide', 'read');
select audited('playlist_slide');

-- A link for screens: with whose rights they run, and how long. Only the hash of its token is kept.
create table playlist_link (
  tenant_id uuid not null,
  id uuid not null,
  playlist_id uuid not null,
  name text not null,
  token_hash bytea not null,
  -- The named owner: never the rights of whoever opens it.
  membership_id uuid not null,
  -- A fixed identity for row-level security instead of the owner's.
  identity jsonb,
  ip_list text[],
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_by uuid references person,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, playlist_id) references playlist (tenant_id, id) on delete cascade,
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade
);
create index playlist_link_of_playlist on playlist_link (tenant_id, playlist_id);
create index playlist_link_by_member on playlist_link (tenant_id, membership_id);
create index playlist_link_by_token on playlist_link (token_hash);
select tenant_table('playlist_link', 'read');
select audited('playlist_link', array['token_hash']);
select identity_access('playlist_link', 'select');

-- A screen on a wall. Its key stays on the screen and brings it back after a power cut.
create table playlist_screen (
  tenant_id uuid not null,
  id uuid not null,
  link_id uuid not null,
  name text not null,
  key_hash bytea not null,
  removed_at timestamptz,
  last_seen_at timestamptz,
  -- What it showed when last seen.
  slide_id uuid,
  -- Since when it is known to be dark; administrators are told once.
  dark_since timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, key_hash),
  foreign key (tenant_id, link_id) references playlist_link (tenant_id, id) on delete cascade
);
create index playlist_screen_of_link on playlist_screen (tenant_id, link_id) where removed_at is null;
create index playlist_screen_by_key on playlist_screen (key_hash);
create index playlist_screen_seen on playlist_screen (tenant_id, last_seen_at) where removed_at is null;
select tenant_table('playlist_screen', 'read');
select identity_access('playlist_screen', 'select, insert, update');

-- A screen that shows a code and waits for somebody to type it in: it belongs to no unit yet.
create table screen_pairing (
  code_hash bytea primary key,
  key_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index screen_pairing_old on screen_pairing (expires_at);
select identity_access('screen_pairing', 'select, insert, update, delete');
