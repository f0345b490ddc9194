-- The end of a unit: the operator erases it, or it is erased by itself once it was closed for long enough. A job removes its rows in
-- slices, as the unit itself where a unit may remove them; what nobody else may remove, the functions below do. They work on units that
-- are being erased alone. The operator's books stay (seat_span, client_span, invoices), by ids and by what an invoice has to say.

alter table tenant
  -- Why the operator suspended it, in its own words.
  add column suspended_for text not null default '';

-- What a unit only adds to is removed with it.
select table_access('tenant', 'portal_owner', 'delete', 'erasing_since is not null');
create policy ended_units on audit_log for delete to portal_owner
  using (tenant_id is not null and not exists (select from tenant t where t.id = audit_log.tenant_id and t.erasing_since is null));
select table_access('term_version', 'portal_owner', 'select, delete',
  'exists (select from tenant t where t.id = tenant_id and t.erasing_since is not null)');
select table_access('term_acceptance', 'portal_owner', 'select, delete',
  'exists (select from tenant t where t.id = tenant_id and t.erasing_since is not null)');
create function is_erasing(unit uuid) returns boolean
  language sql stable
  return exists (select from public.tenant where id = unit and erasing_since is not null);

-- Removes some members of a unit; answers all of them, and whether the account is nobody's any more: of no other unit, and no staff's.
create function erase_members(unit uuid, most integer) returns table (person_id uuid, is_left boolean)
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  people uuid[];
begin
  if not is_erasing(unit) then
    return;
  end if;
  with removed as (
    delete from membership m where m.tenant_id = unit and m.id in (select o.id from membership o where o.tenant_id = unit limit most)
    returning m.person_id
  )
  select array_agg(r.person_id) into people from removed r;
  return query
    select p.id, not exists (select from membership m where m.person_id = p.id) and not exists (select from staff s where s.person_id = p.id)
    from person p where p.id = any (people);
end
$$;

-- What stands in no unit's log about accounts that are nobody's any more: who they were is masked, also in what browsers told.
create function forget_accounts(people uuid[], emails text[]) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  nobodys uuid[] := array(
    select p.id from person p
    where p.id = any (people) and p.email like 'deleted-%@invalid'
      and not exists (select from membership m where m.person_id = p.id) and not exists (select from staff s where s.person_id = p.id));
  identity text[] := array['name', 'email', 'phone'];
begin
  update audit_log a set before = audit_masked(before, identity), after = audit_masked(after, identity)
  where a.tenant_id is null and a.object_type = 'person' and a.object_id = any (nobodys::text[]) and a.action <> 'session.lost';
  update audit_log a set after = null
  where a.action = 'session.lost' and a.tenant_id is null and a.after is not null
    and (a.person_id = any (nobodys)
      or exists (select from unnest(emails) as e (email) where strpos(lower(a.after::text), e.email) > 0
        and not exists (select from person p where p.email = e.email)));
end
$$;

-- Some of what a unit may only add to: who accepted which terms, and the log. Answers how many.
create function erase_records(unit uuid, most integer) returns integer
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  removed integer;
begin
  if not is_erasing(unit) then
    return 0;
  end if;
  delete from term_acceptance where tenant_id = unit and id in (select id from term_acceptance where tenant_id = unit limit most);
  get diagnostics removed = row_count;
  if removed = 0 then
    delete from term_version where tenant_id = unit and id in (select id from term_version where tenant_id = unit limit most);
    get diagnostics removed = row_count;
  end if;
  if removed = 0 then
    delete from audit_log where tenant_id = unit and id in (select id from audit_log where tenant_id = unit limit most);
    get diagnostics removed = row_count;
  end if;
  return removed;
end
$$;

-- The unit itself, when everything else of it is gone: its jobs, finished ones too, and what a removal wrote into its log.
create function end_unit(unit uuid) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  if not is_erasing(unit) then
    return;
  end if;
  delete from jobs.job where data::text like '%' || unit || '%';
  delete from tenant where id = unit;
  delete from audit_log where tenant_id = unit;
end
$$;

grant execute on function erase_members, forget_accounts, erase_records, end_unit to portal_identity;
