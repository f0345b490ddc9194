-- Whether a job of the caller's unit is on its way for the row that its payload names.
create function has_job(job text, key text, value text) returns boolean
  language plpgsql stable security definer
  set search_path = public, pg_temp
as $$
begin
  return exists (
    select from jobs.job j
    where j.state < 'completed' and j.data ->> 'job' = has_job.job and j.data ->> 'tenant_id' = app_setting('tenant_id')
      and j.data -> 'payload' ->> has_job.key = has_job.value);
end
$$;
grant execute on function has_job to portal_app;
