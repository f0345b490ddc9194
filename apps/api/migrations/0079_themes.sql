-- Themes of units, of partners and of the platform. What is drafted is nobody's look until it is published; what was published is
-- kept, so that it can come back. Neither tenant nor partner: the platform's own.
create table theme (
  id uuid primary key default uuid_v7(),
  tenant_id uuid references tenant on delete cascade,
  partner_id uuid references partner on delete cascade,
  name text not null,
  name_key text not null generated always as (lower(name)) stored,
  draft jsonb not null,
  -- What pages are drawn with; null until it is published first.
  published jsonb,
  -- Of the version that is published.
  number integer not null default 0,
  published_at timestamptz,
  -- The draft as it was when a time was set for it.
  scheduled jsonb,
  publish_at timestamptz,
  publish_by uuid,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  check (num_nonnulls(tenant_id, partner_id) <= 1),
  constraint theme_scheduled check ((scheduled is null) = (publish_at is null)),
  constraint theme_published check ((published is null) = (published_at is null) and (published is null) = (number = 0))
);
create unique index theme_name_taken on theme (tenant_id, partner_id, name_key) nulls not distinct;
create index theme_of_partner on theme (partner_id, id) where partner_id is not null;
create index theme_due on theme (publish_at) where publish_at is not null;

create table theme_version (
  theme_id uuid not null references theme on delete cascade,
  number integer not null,
  document jsonb not null,
  published_at timestamptz not null,
  -- Null for what was there before there were versions.
  published_by uuid,
  primary key (theme_id, number)
);

-- Pictures of themes. They are shown before anybody is known, and to the units that inherit them.
create table theme_picture (
  id uuid primary key,
  tenant_id uuid references tenant on delete cascade,
  partner_id uuid references partner on delete cascade,
  kind text not null,
  name text not null,
  content_type text not null,
  size integer not null check (size between 1 and 1048576),
  width integer,
  height integer,
  bytes bytea not null,
  person_id uuid,
  created_at timestamptz not null default now(),
  check (num_nonnulls(tenant_id, partner_id) <= 1)
);
create index theme_picture_of_tenant on theme_picture (tenant_id) where tenant_id is not null;
create index theme_picture_of_partner on theme_picture (partner_id) where partner_id is not null;
alter table theme_picture alter column bytes set storage external;

-- Which theme a unit, a partner or the platform uses; null: none of its own, so what stands above it holds.
alter table tenant_setting add column theme_id uuid references theme on delete set null;
alter table partner_setting add column theme_id uuid references theme on delete set null;
alter table platform_setting add column theme_id uuid references theme on delete set null;
create index tenant_setting_by_theme on tenant_setting (tenant_id, theme_id) where theme_id is not null;

-- The looks that there are become themes. The owner reads and writes what it may only keep otherwise.
alter table file no force row level security;
alter table tenant_setting no force row level security;
alter table partner_setting no force row level security;
alter table platform_setting no force row level security;
alter table tenant no force row level security;
alter table partner no force row level security;
create function pg_temp.look(theme jsonb, title text, sentence jsonb, logo uuid, picture uuid) returns jsonb
  language sql
as $$
  select jsonb_build_object(
    'own', to_jsonb(array_remove(array[
      case when theme is not null then 'colours' end,
      case when logo is not null or picture is not null then 'pictures' end,
      case when title is not null or sentence is not null then 'words' end], null)),
    'colours', coalesce(theme -> 'colours', '{
      "background": "#f6f7f9", "card": "#ffffff", "font": "#1c2430", "button": "#2f5bd3", "button_font": "#ffffff", "group": "#e9edf6",
      "subgroup": "#f3f5fa", "active_item": "#e3eafb", "active_item_font": "#1f3f9a", "login_background": "#1d2b53",
      "login_button": "#2f5bd3", "forgot_password_link": "#2f5bd3"}'),
    'colours_dark', '{}'::jsonb,
    'logo_id', logo, 'icon_id', null, 'icon_report_id', null, 'favicon_id', null, 'sign_in_picture_id', picture,
    'show_background_image', coalesce((theme ->> 'show_background_image')::boolean, true),
    'title', coalesce(left(title, 60), ''),
    'sign_in_sentence', coalesce(sentence, '{}'))
$$;

insert into theme_picture (id, tenant_id, kind, name, content_type, size, width, height, bytes, person_id, created_at)
select f.id, f.tenant_id, f.kind, f.name, f.content_type, f.size, f.width, f.height, f.bytes, f.person_id, f.created_at
from file f join tenant_setting s on s.tenant_id = f.tenant_id and f.id in (s.logo_id, s.sign_in_picture_id);

insert into theme (tenant_id, name, draft, published, number, published_at)
select s.tenant_id, coalesce(s.theme ->> 'name', t.name), l.look, l.look, 1, now()
from tenant_setting s join tenant t on t.id = s.tenant_id
cross join lateral (select pg_temp.look(s.theme, s.title, s.sign_in_sentence, s.logo_id, s.sign_in_picture_id) as look) l
where num_nonnulls(s.theme, s.title, s.sign_in_sentence, s.logo_id, s.sign_in_picture_id) > 0;
insert into theme (partner_id, name, draft, published, number, published_at)
select s.partner_id, coalesce(s.theme ->> 'name', p.name), l.look, l.look, 1, now()
from partner_setting s join partner p on p.id = s.partner_id
cross join lateral (select pg_temp.look(s.theme, s.title, null, null, null) as look) l
where num_nonnulls(s.theme, s.title) > 0;
insert into theme (name, draft, published, number, published_at)
select coalesce(s.theme ->> 'name', s.title, 'Vitrine'), l.look, l.look, 1, now()
from platform_setting s cross join lateral (select pg_temp.look(s.theme, s.title, null, null, null) as look) l
where num_nonnulls(s.theme, s.title) > 0;
insert into theme_version (theme_id, number, document, published_at) select id, 1, published, published_at from theme;
update tenant_setting s set theme_id = t.id from theme t where t.tenant_id = s.tenant_id;
update partner_setting s set theme_id = t.id from theme t where t.partner_id = s.partner_id;
update platform_setting s set theme_id = t.id from theme t where t.tenant_id is null and t.partner_id is null;

alter table file force row level security;
alter table tenant_setting force row level security;
alter table partner_setting force row level security;
alter table platform_setting force row level security;
alter table tenant force row level security;
alter table partner force row level security;

alter table tenant_setting
  drop column theme, drop column title, drop column logo_id, drop column sign_in_picture_id, drop column sign_in_sentence;
alter table partner_setting drop column theme, drop column title;
alter table platform_setting drop column theme, drop column title;

do $$
declare
  unit constant text := 'tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)';
  own constant text := 'tenant_id is null and partner_id = (select nullif(current_setting(''app.partner_id'', true), '''')::uuid)';
  platform constant text := 'tenant_id is null and partner_id is null';
  in_sight constant text := 'exists (select from theme t where t.id = theme_id)';
begin
  perform table_access('theme', 'portal_app', 'all', unit);
  perform table_access('theme', 'portal_partner', 'all', own);
  perform table_access('theme', 'portal_operator', 'all', platform);
  perform table_access('theme_version', 'portal_app', 'select, insert, delete', in_sight);
  perform table_access('theme_version', 'portal_partner', 'select, insert, delete', in_sight);
  perform table_access('theme_version', 'portal_operator', 'select, insert, delete', in_sight);
  perform table_access('theme_picture', 'portal_app', 'select, insert', unit);
  perform table_access('theme_picture', 'portal_partner', 'select, insert', own);
  perform table_access('theme_picture', 'portal_operator', 'select, insert', platform);
end
$$;
-- Who comes to a host is shown its look; what is due is published by nobody who is signed in; what no theme names is removed.
select identity_access('theme', 'select, update');
select identity_access('theme_version', 'select, insert, delete');
select identity_access('theme_picture', 'select, delete');
select audited('theme');
grant select (theme_id), insert (theme_id), update (theme_id) on partner_setting to portal_partner;
