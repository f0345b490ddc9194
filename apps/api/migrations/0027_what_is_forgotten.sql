-- What the audit log keeps for a time only: its lines for 24 months, the addresses in them for six.

-- Addresses that are still known, the oldest first.
create index audit_log_addresses on audit_log (id) where ip is not null;
-- What browsers told: an erasure searches it for who they said they were.
create index audit_log_lost_sessions on audit_log (id) where action = 'session.lost';

select table_access('audit_log', 'portal_owner', 'delete', 'at < now() - interval ''24 months''');

-- Removes lines that are past their time and forgets addresses, the oldest first and at most so many of each; answers how
-- many there were. Ids are ordered by time: the first one of a moment, as uuid_v7 makes them, divides them.
create function expire_log(most integer) returns integer
  language plpgsql volatile security definer
  set search_path = public, pg_temp
as $$
declare
  first_ids uuid[] := array(
    select (overlay(lpad(to_hex(floor(extract(epoch from now() - kept) * 4096000)::bigint), 15, '0') placing '7' from 13 for 0) || '8000000000000000')::uuid
    from unnest(array['24 months', '6 months']::interval[]) with ordinality as k (kept, n) order by n);
  lines integer;
  addresses integer;
begin
  delete from audit_log where id in (select id from audit_log where id < first_ids[1] order by id limit most);
  get diagnostics lines = row_count;
  update audit_log set ip = null
  where id in (select id from audit_log where ip is not null and id < first_ids[2] order by id limit most);
  get diagnostics addresses = row_count;
  return lines + addresses;
end
$$;
grant execute on function expire_log to portal_identity;

-- What browsers told about lost sessions, which is kept apart from who it was: of somebody who is erased the line stays. It is
-- known by who was signed in, or by the e-mail that it claims, so this is asked while the account still has its e-mail.
create function forget_claims(who uuid, belonging uuid, everywhere boolean) returns void
  language sql volatile security definer
  set search_path = public, pg_temp
as $$
  update audit_log a set after = null
  from person p join membership m on m.person_id = p.id
  where p.id = who and m.id = belonging and m.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and m.state = 'deactivated'
    and a.action = 'session.lost' and (a.person_id = who or strpos(lower(a.after::text), lower(p.email)) > 0)
    -- Who is not signed in stands in no unit's log.
    and (a.tenant_id = m.tenant_id or everywhere and a.tenant_id is null and person_is_ours(who))
$$;
grant execute on function forget_claims to portal_app;
