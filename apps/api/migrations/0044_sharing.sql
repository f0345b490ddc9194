-- A request for access may be made for somebody else: by who shares a report, with the view that is to be seen.
alter table catalogue_request
  add asked_by uuid references person,
  add view_id uuid,
  add foreign key (tenant_id, view_id) references saved_view (tenant_id, id) on delete set null (view_id);
create index catalogue_request_by_asker on catalogue_request (tenant_id, asked_by);
create index catalogue_request_by_view on catalogue_request (tenant_id, view_id);

-- The log also forgets what somebody wrote when asking for another.
create or replace function forget_in_log(who uuid, belonging uuid, everywhere boolean) returns void
  language plpgsql volatile security definer
  set search_path = public, pg_temp
as $$
declare
  unit uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  identity text[] := array['name', 'email', 'phone', 'department', 'custom', 'name_sort', 'search', 'mail_refusal'];
  opened text[] := array['identity', 'as'];
  assigned text[] := array['filters', 'rls_username'];
  asked text[] := array['reason', 'answer'];
  reported text[] := array['description', 'details'];
  shown text[] := array['name', 'identity'];
begin
  if not exists (select from membership m where m.tenant_id = unit and m.id = belonging and m.person_id = who and m.state = 'deactivated') then
    return;
  end if;
  update audit_log set before = audit_masked(before, identity), after = audit_masked(after, identity)
  where (object_type = 'person' and object_id = who::text or object_type = 'membership' and object_id = belonging::text)
    -- What people change about their own account stands in no unit's log.
    and (tenant_id = unit or everywhere and tenant_id is null and person_is_ours(who));
  update audit_log set before = audit_masked(before, opened), after = audit_masked(after, opened)
  where tenant_id = unit and person_id = who and object_type = 'report';
  update audit_log set before = audit_masked(before, assigned), after = audit_masked(after, assigned)
  where tenant_id = unit and object_type = 'report_grant' and coalesce(after, before) ->> 'membership_id' = belonging::text;
  -- A change names only what changed: a request is known by whoever made it, a problem by whoever reported it.
  update audit_log set before = audit_masked(before, asked), after = audit_masked(after, asked)
  where tenant_id = unit and object_type = 'catalogue_request' and object_id in (
    select own.object_id from audit_log own
    where own.tenant_id = unit and own.person_id = who and own.object_type = 'catalogue_request' and own.action in ('catalogue_request.add', 'report.share'));
  update audit_log set before = audit_masked(before, reported), after = audit_masked(after, reported)
  where tenant_id = unit and object_type = 'report_problem' and object_id in (
    select own.object_id from audit_log own
    where own.tenant_id = unit and own.object_type = 'report_problem' and own.after ->> 'person_id' = who::text);
  -- What somebody showed on screens alone is gone with them; what the unit shows stays.
  update audit_log set before = audit_masked(before, shown), after = audit_masked(after, shown)
  where tenant_id = unit and object_type = 'playlist' and object_id in (
    select gone.object_id from audit_log gone
    where gone.tenant_id = unit and gone.object_type = 'playlist' and gone.before ->> 'owner_id' = who::text and gone.action like 'user.erase%'
      and gone.after is null);
  update audit_log set before = audit_masked(before, shown), after = audit_masked(after, shown)
  where tenant_id = unit and object_type = 'playlist_link' and object_id in (
    select own.object_id from audit_log own
    where own.tenant_id = unit and own.object_type = 'playlist_link' and coalesce(own.after, own.before) ->> 'membership_id' = belonging::text);
end
$$;
