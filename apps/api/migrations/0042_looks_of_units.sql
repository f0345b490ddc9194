-- A unit's own logo, and the picture and the sentence beside its sign-in form: { "pt-BR": "…", "en-US": "…" }.
alter table tenant_setting
  add column logo_id uuid,
  add column sign_in_picture_id uuid,
  add column sign_in_sentence jsonb,
  add foreign key (tenant_id, logo_id) references file (tenant_id, id) on delete set null (logo_id),
  add foreign key (tenant_id, sign_in_picture_id) references file (tenant_id, id) on delete set null (sign_in_picture_id);
