-- Secrets of Entra ID end on a day that the portal is told; nobody else says when reports will stop opening.
alter table reporting_account add column secret_expires_on date;

-- The operator counts units whose accounts do not work: which account it is, and what it reads, is none of its business.
create policy counting on reporting_account for select to portal_operator using (true);
grant select (tenant_id, id, secret_expires_on) on reporting_account to portal_operator;
create policy counting on dataset_refresh for select to portal_operator using (true);
grant select (tenant_id, account_id, state, asked_at) on dataset_refresh to portal_operator;

-- Units of which a mail was refused for good, or given up since then. Not whose: a queue is nobody's to read.
create index membership_refused on membership (tenant_id) where mail_refusal is not null;
create function units_without_mail(since timestamptz) returns setof uuid
  language plpgsql stable security definer
  set search_path = public, pg_temp
as $$
begin
  return query
    select m.tenant_id from membership m where m.mail_refusal is not null and m.state <> 'deactivated'
    union
    select coalesce(j.data ->> 'tenant_id', j.data -> 'payload' -> 'recipient' ->> 'tenant_id')::uuid from jobs.job j
    where j.state = 'failed' and j.completed_on > since and j.data ->> 'job' in ('mail.send', 'mail.send_of_unit')
      and coalesce(j.data ->> 'tenant_id', j.data -> 'payload' -> 'recipient' ->> 'tenant_id') is not null;
end
$$;
grant execute on function units_without_mail to portal_operator;
