-- A row for every table as of migration 0012. Later migrations meet these rows; tables that they make get a file of their own
-- (NNNN.sql, run after migration NNNN).

create function pg_temp.id(n integer) returns uuid language sql immutable return lpad(n::text, 32, '0')::uuid;

-- organisation: partner 1, its unit 2, the operator's 3, a file of the unit 4
insert into partner (id, name) values (pg_temp.id(1), 'Aurora');
insert into tenant (id, partner_id, name, subdomain, is_house) values
  (pg_temp.id(2), pg_temp.id(1), 'Aurora Norte', 'aurora', false),
  (pg_temp.id(3), null, 'Operator', null, true);
insert into domain (host, tenant_id) values ('aurora.example', pg_temp.id(2));
insert into file (tenant_id, id, kind, name, content_type, size, sha256, bytes)
  values (pg_temp.id(2), pg_temp.id(4), 'cover', 'cover.png', 'image/png', 1, '\x00', '\x00');

-- people: administrator 10, reader 11, partner's 12, operator's 13; memberships 20 and 21; group 22, field 23, import 24
insert into person (id, email, name) values
  (pg_temp.id(10), 'ana@aurora.example', 'Ana'), (pg_temp.id(11), 'bia@aurora.example', 'Bia'),
  (pg_temp.id(12), 'caio@aurora.example', 'Caio'), (pg_temp.id(13), 'davi@operator.example', 'Davi');
insert into staff (person_id, role, partner_id) values (pg_temp.id(12), 'partner', pg_temp.id(1)), (pg_temp.id(13), 'operator', null);
insert into custom_field (tenant_id, id, name, type, searchable) values (pg_temp.id(2), pg_temp.id(23), 'Region', 'text', true);
insert into membership (tenant_id, id, person_id, role, picture_id, custom) values
  (pg_temp.id(2), pg_temp.id(20), pg_temp.id(10), 'admin', pg_temp.id(4), '{}'),
  (pg_temp.id(2), pg_temp.id(21), pg_temp.id(11), 'user', null, jsonb_build_object(pg_temp.id(23), 'North'));
insert into user_group (tenant_id, id, name) values (pg_temp.id(2), pg_temp.id(22), 'Stores');
insert into user_group_member (tenant_id, group_id, membership_id) values (pg_temp.id(2), pg_temp.id(22), pg_temp.id(21));
insert into profile_survey (person_id, position, answered_at) values (pg_temp.id(11), 'analyst', now());
insert into user_import (tenant_id, id, file_name, header, mapping, created_by)
  values (pg_temp.id(2), pg_temp.id(24), 'people.csv', '{E-mail}', '{email}', pg_temp.id(10));
insert into user_import_row (tenant_id, import_id, line, cells) values (pg_temp.id(2), pg_temp.id(24), 2, '{eva@aurora.example}');
insert into user_import_mapping (tenant_id, header, field) values (pg_temp.id(2), 'E-mail', 'email');

-- settings: shift 30
insert into partner_setting (partner_id, value) values (pg_temp.id(1), '{"timezone": "America/Sao_Paulo", "mfa_master": true}');
insert into tenant_setting (tenant_id, value, ip_before)
  values (pg_temp.id(2), '{"login_timeout": 4, "ip": true, "listIp": [{"address": "10.0.0.0/8", "note": ""}]}', '{"ip": false, "listIp": null}');
insert into shift (tenant_id, id, name, ranges) values (pg_temp.id(2), pg_temp.id(30), 'Week', '[{"day": 1, "start": "08:00", "end": "18:00"}]');
insert into shift_user_group (tenant_id, shift_id, user_group_id) values (pg_temp.id(2), pg_temp.id(30), pg_temp.id(22));
insert into shift_membership (tenant_id, shift_id, membership_id) values (pg_temp.id(2), pg_temp.id(30), pg_temp.id(21));
insert into access_extension (tenant_id, membership_id, until) values (pg_temp.id(2), pg_temp.id(21), now());

-- sign-in: device 40
insert into password_history (person_id, password_hash) values (pg_temp.id(10), 'hash');
insert into session (id, token_hash, cookie_hash, person_id, role, tenant_id, partner_id, auth_type, host, ip, expires_at) values
  (pg_temp.id(41), '\x01', '\x01', pg_temp.id(10), 'admin', pg_temp.id(2), null, 'password', 'aurora.example', '192.0.2.1', now()),
  (pg_temp.id(42), '\x02', '\x02', pg_temp.id(12), 'partner', null, pg_temp.id(1), 'password', 'portal.example', '192.0.2.1', now()),
  (pg_temp.id(43), '\x03', '\x03', pg_temp.id(13), 'operator', null, null, 'password', 'portal.example', '192.0.2.1', now());
insert into session (id, token_hash, cookie_hash, person_id, role, tenant_id, auth_type, host, ip, expires_at, ended_at, end_reason) values
  (pg_temp.id(44), '\x04', '\x04', pg_temp.id(11), 'user', pg_temp.id(2), 'password', 'aurora.example', '192.0.2.1', now(), now(), 'horario_not_allowed');
insert into unit_use (person_id, tenant_id, last_used_at) values (pg_temp.id(10), pg_temp.id(2), now());
insert into device (id, token_hash, person_id) values (pg_temp.id(40), '\x01', pg_temp.id(10));
insert into attempt (key, window_started_at, count) values ('account:ana@aurora.example', now(), 1);
insert into one_time_token (token_hash, purpose, person_id, expires_at) values ('\x01', 'reset', pg_temp.id(10), now());
insert into second_factor (person_id, totp_secret, totp_confirmed_at) values (pg_temp.id(10), 'secret', now());
insert into recovery_code (person_id, code_hash) values (pg_temp.id(10), '\x01');
insert into passkey (id, person_id, rp_id, credential_id, public_key, name)
  values (pg_temp.id(44), pg_temp.id(10), 'aurora.example', 'credential', '\x01', 'Phone');
insert into sign_in_step (token_hash, cookie_hash, person_id, purpose, host, device_id, expires_at)
  values ('\x01', '\x01', pg_temp.id(10), 'verify', 'aurora.example', pg_temp.id(40), now());
insert into passkey_challenge (challenge, purpose, host, expires_at) values ('challenge', 'sign_in', 'aurora.example', now());
insert into registration_link (tenant_id, id, email, language, token_hash, expires_at)
  values (pg_temp.id(2), pg_temp.id(45), 'eva@aurora.example', 'pt-BR', '\x01', now());

-- terms and privacy: term 50 and its version 51, the platform's 52 and 53
insert into term (tenant_id, id, title, place, roles) values (pg_temp.id(2), pg_temp.id(50), 'House rules', 'login', '{admin,user}');
insert into term_version (tenant_id, id, term_id, number, title, text, text_hash)
  values (pg_temp.id(2), pg_temp.id(51), pg_temp.id(50), 1, 'House rules', 'Be kind', '\x01');
insert into term_acceptance (tenant_id, id, version_id, person_id, accepted_at, ip, language, text_hash)
  values (pg_temp.id(2), pg_temp.id(54), pg_temp.id(51), pg_temp.id(11), now(), '192.0.2.1', 'pt-BR', '\x01');
insert into shared_term (id, title, place, roles) values (pg_temp.id(52), 'Terms of use', 'login', '{partner,admin}');
insert into shared_term_version (id, term_id, number, title, text, text_hash)
  values (pg_temp.id(53), pg_temp.id(52), 1, 'Terms of use', 'Be honest', '\x01');
insert into shared_term_acceptance (id, version_id, person_id, accepted_at, ip, language, text_hash)
  values (pg_temp.id(55), pg_temp.id(53), pg_temp.id(12), now(), '192.0.2.1', 'pt-BR', '\x01');
insert into privacy_request (tenant_id, id, membership_id, kind, text, due_at)
  values (pg_temp.id(2), pg_temp.id(56), pg_temp.id(21), 'correction', 'My name is Beatriz', now());

-- reports: account 60, group 61, subgroup 62, report 63, page 64, upload 65
insert into reporting_account (tenant_id, id, name, application_id, directory_id, secret_value)
  values (pg_temp.id(2), pg_temp.id(60), 'Main', pg_temp.id(901), pg_temp.id(902), 'secret');
insert into report_group (tenant_id, id, name, position) values (pg_temp.id(2), pg_temp.id(61), 'Sales', 1);
insert into report_subgroup (tenant_id, group_id, id, name, position) values (pg_temp.id(2), pg_temp.id(61), pg_temp.id(62), 'Stores', 1);
insert into report (tenant_id, id, kind, title, group_id, subgroup_id, owner_id, account_id, workspace_id, external_report_id, dataset_id) values
  (pg_temp.id(2), pg_temp.id(63), 'report', 'Sales by store', pg_temp.id(61), pg_temp.id(62), pg_temp.id(10), pg_temp.id(60), pg_temp.id(903), pg_temp.id(904), pg_temp.id(905)),
  (pg_temp.id(2), pg_temp.id(64), 'page', 'Welcome', pg_temp.id(61), null, pg_temp.id(10), null, null, null, null);
insert into report_page (tenant_id, report_id, file_id) values (pg_temp.id(2), pg_temp.id(64), pg_temp.id(4));
insert into report_maintenance (tenant_id, id, report_id, starts_at, ends_at)
  values (pg_temp.id(2), pg_temp.id(66), pg_temp.id(63), now(), now() + interval '1 hour');
insert into report_upload (tenant_id, id, person_id, account_id, workspace_id, file_name, size, title)
  values (pg_temp.id(2), pg_temp.id(65), pg_temp.id(10), pg_temp.id(60), pg_temp.id(903), 'sales.pbix', 1, 'Sales');
insert into report_upload_part (tenant_id, upload_id, number, bytes) values (pg_temp.id(2), pg_temp.id(65), 1, '\x00');

-- access
insert into report_grant (tenant_id, id, report_id, membership_id) values (pg_temp.id(2), pg_temp.id(70), pg_temp.id(63), pg_temp.id(21));
insert into report_removal (tenant_id, report_id, membership_id) values (pg_temp.id(2), pg_temp.id(64), pg_temp.id(21));
insert into catalogue_request (tenant_id, id, report_id, membership_id, reason)
  values (pg_temp.id(2), pg_temp.id(71), pg_temp.id(64), pg_temp.id(21), 'For the meeting');

-- reading: view 80
insert into favourite (tenant_id, person_id, report_id) values (pg_temp.id(2), pg_temp.id(11), pg_temp.id(63));
insert into home_report (tenant_id, person_id, report_id) values (pg_temp.id(2), pg_temp.id(11), pg_temp.id(63));
insert into saved_view (tenant_id, id, report_id, person_id, kind, name, page, state)
  values (pg_temp.id(2), pg_temp.id(81), pg_temp.id(63), pg_temp.id(11), 'bookmark', 'My store', 'Overview', 'state');
insert into reader_choice (tenant_id, person_id, save_filter) values (pg_temp.id(2), pg_temp.id(11), 'always');
insert into report_view (tenant_id, id, report_id, person_id, actor_id) values (pg_temp.id(2), pg_temp.id(80), pg_temp.id(63), pg_temp.id(11), pg_temp.id(11));
insert into report_page_view (tenant_id, id, view_id, page, device, origin)
  values (pg_temp.id(2), pg_temp.id(82), pg_temp.id(80), 'Overview', 'desktop', 'viewer');
insert into usage_day (tenant_id, day, views, people, reports, seconds) values (pg_temp.id(2), '2026-11-01', 1, 1, 1, 60);
insert into report_problem (tenant_id, id, report_id, person_id, view_id, description, page)
  values (pg_temp.id(2), pg_temp.id(83), pg_temp.id(63), pg_temp.id(11), pg_temp.id(80), 'Yesterday is missing', 'Overview');
insert into report_export (tenant_id, id, report_id, person_id, format, locale, file_id)
  values (pg_temp.id(2), pg_temp.id(84), pg_temp.id(63), pg_temp.id(11), 'PDF', 'pt-BR', pg_temp.id(4));

-- datasets
insert into refresh_schedule (tenant_id, id, account_id, dataset_workspace_id, dataset_id, days, times, owner_id)
  values (pg_temp.id(2), pg_temp.id(90), pg_temp.id(60), pg_temp.id(903), pg_temp.id(905), '{1,2}', '{06:00}', pg_temp.id(10));
insert into dataset_refresh (tenant_id, id, account_id, dataset_workspace_id, dataset_id, report_id, asked_by, source)
  values (pg_temp.id(2), pg_temp.id(91), pg_temp.id(60), pg_temp.id(903), pg_temp.id(905), pg_temp.id(63), pg_temp.id(10), 'person');

-- playlists: playlist 100, link 102, screen 103
insert into playlist (tenant_id, id, name, owner_id) values (pg_temp.id(2), pg_temp.id(100), 'Hall', pg_temp.id(10));
insert into playlist_slide (tenant_id, id, playlist_id, report_id, position) values (pg_temp.id(2), pg_temp.id(101), pg_temp.id(100), pg_temp.id(63), 1);
insert into playlist_link (tenant_id, id, playlist_id, name, token_hash, membership_id, expires_at)
  values (pg_temp.id(2), pg_temp.id(102), pg_temp.id(100), 'Hall', '\x01', pg_temp.id(20), now());
insert into playlist_screen (tenant_id, id, link_id, name, key_hash) values (pg_temp.id(2), pg_temp.id(103), pg_temp.id(102), 'Hall', '\x01');
insert into screen_pairing (code_hash, key_hash, expires_at) values ('\x01', '\x01', now());

-- notifications
insert into notification (tenant_id, id, person_id, kind) values (pg_temp.id(2), pg_temp.id(110), pg_temp.id(11), 'report_granted');
insert into notification_choice (tenant_id, person_id, by_mail) values (pg_temp.id(2), pg_temp.id(11), false);
insert into live_event (tenant_id, topic) values (pg_temp.id(2), 'reports');
