-- Settings that were missing, and the partner's defaults as a form of their own.

-- An unused account is a setting like any other: inherited, and changed in one place.
update tenant_setting set value = value || jsonb_build_object('auto_block_days', auto_block_days) where auto_block_days is not null;
alter table tenant_setting drop column auto_block_days;

-- When a session was used last; kept only where unused sessions end.
alter table session add column last_used_at timestamptz not null default now();

-- A partner writes what its units inherit. The password of its mail server goes in and never comes out.
create policy own_setting_insert on partner_setting for insert to portal_partner
  with check (partner_id = (select nullif(current_setting('app.partner_id', true), '')::uuid));
grant insert (partner_id, value, mail_password, version) on partner_setting to portal_partner;
grant update (mail_password) on partner_setting to portal_partner;
