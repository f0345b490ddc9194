-- Settings have English names; those of the wire stand in the contract's wire.ts.

create function pg_temp.renamed(document jsonb) returns jsonb language sql immutable return (
  select jsonb_object_agg(coalesce(word.field, entry.key), entry.value)
  from jsonb_each(document) as entry
  left join (values
    ('relatorio_id', 'start_report_id'),
    ('listIp', 'allowed_addresses'),
    ('mfa_master', 'require_second_factor'),
    ('mfa_permission_admin', 'admins_set_second_factor'),
    ('mostrar_ultima_atualizacao_relatorio', 'show_last_refresh'),
    ('mostrar_ultima_atualizacao_relatorio_global', 'show_last_refresh_everywhere')
  ) as word(name, field) on word.name = entry.key
);

-- Nobody changed a setting, so the audit log says nothing.
alter table partner_setting no force row level security, disable trigger user;
alter table tenant_setting no force row level security, disable trigger user;
update partner_setting set value = pg_temp.renamed(value) where value <> '{}';
update tenant_setting set value = pg_temp.renamed(value) where value <> '{}';
update tenant_setting set ip_before = pg_temp.renamed(ip_before) where ip_before <> '{}';
alter table tenant_setting force row level security, enable trigger user;
alter table partner_setting force row level security, enable trigger user;

alter table session no force row level security;
update session set end_reason = 'hours_not_allowed' where end_reason = 'horario_not_allowed';
alter table session force row level security;
