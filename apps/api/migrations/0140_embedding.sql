-- Embedded access: another application shows single reports of the unit. Its server signs a token with the unit's secret
-- (tenant_setting.token_embedded), the browser exchanges it once for a session that reads these reports and nothing else.
create table embedding (
  tenant_id uuid primary key references tenant on delete cascade,
  secret_made_at timestamptz,
  -- The secret before, which still signs for a while.
  secret_before text,
  secret_before_until timestamptz,
  -- Who may put the reports into a frame; nobody else can.
  origins text[] not null default '{}',
  -- In whose place people read whom the unit does not know; nobody, and they are refused.
  anonymous_membership_id uuid,
  -- Fixed identity for row-level security of these people, where the token has none.
  anonymous_identity jsonb,
  -- The reports of this group may be embedded, besides those that are listed.
  group_id uuid,
  -- Tokens and sessions from before are over.
  revoked_at timestamptz,
  version integer not null default 1,
  foreign key (tenant_id, anonymous_membership_id) references membership (tenant_id, id) on delete set null (anonymous_membership_id),
  foreign key (tenant_id, group_id) references report_group (tenant_id, id) on delete set null (group_id),
  check ((secret_before is null) = (secret_before_until is null))
);
create index embedding_by_anonymous on embedding (tenant_id, anonymous_membership_id);
create index embedding_by_group on embedding (tenant_id, group_id);
select tenant_table('embedding', 'read');
select identity_access('embedding', 'select');
select audited('embedding', array['secret_before']);

-- The reports that may be embedded.
create table embedded_report (
  tenant_id uuid not null references tenant on delete cascade,
  report_id uuid not null,
  primary key (tenant_id, report_id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade
);
select tenant_table('embedded_report', 'read');
select identity_access('embedded_report', 'select');
select audited('embedded_report');

-- A token that was exchanged: what its session may read. The id is that of the session. It also remembers that the token was used.
create table embedded_session (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  jti_hash bytea not null,
  -- With whose rights the reports are read.
  membership_id uuid not null,
  anonymous boolean not null,
  report_ids uuid[] not null,
  -- They narrow what is shown.
  filters jsonb not null default '[]',
  identity jsonb,
  origin text not null,
  issued_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint embedded_token_once unique (tenant_id, jti_hash),
  foreign key (tenant_id, membership_id) references membership (tenant_id, id) on delete cascade
);
create index embedded_session_by_member on embedded_session (tenant_id, membership_id);
select tenant_table('embedded_session');
select identity_access('embedded_session', 'select, insert, delete');

-- Who read embedded reports in a month, as a digest: they are counted, not named.
create table embedded_reader (
  tenant_id uuid not null references tenant on delete cascade,
  month date not null,
  reader_hash bytea not null,
  primary key (tenant_id, month, reader_hash)
);
select tenant_table('embedded_reader', 'read');
select identity_access('embedded_reader', 'select, insert');

-- Which reports may be embedded is asked before there is a session of the unit: nothing of the report itself is.
create policy portal_identity_select on report for select to portal_identity using (true);
grant select (tenant_id, id, group_id, active) on report to portal_identity;
