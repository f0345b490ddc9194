-- People who register themselves: by a link in a mail, then by the decision of an administrator.

-- The unit's part of the switch is `enable_auto_register` of its settings; the partner may take the whole possibility away.
alter table tenant add column self_registration boolean not null default true;
alter table tenant_setting
  -- Empty: any address may register.
  add column registration_domains text[] not null default '{}',
  -- Whoever comes from these needs nobody's decision.
  add column trusted_domains text[] not null default '{}';

alter table membership
  add column registered_at timestamptz,
  add column registration_decided_at timestamptz,
  add column registration_decided_by uuid;
create index membership_registering on membership (tenant_id, registered_at) where registered_at is not null and registration_decided_at is null;

-- The address is not believed before its link comes back.
create table registration_link (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  email text not null,
  language text not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash)
);
create index registration_link_of on registration_link (tenant_id, email);
select tenant_table('registration_link');
select identity_access('registration_link', 'select, insert, update, delete');

-- Nobody is signed in yet: the identity role makes what a registration makes.
select identity_access('membership', 'insert');
select identity_access('user_group_member', 'insert');
select identity_access('custom_field', 'select');
select identity_access('term_acceptance', 'insert');
