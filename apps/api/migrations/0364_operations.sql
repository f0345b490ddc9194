-- What the operator sees of the work in the background, and does with what failed. The functions answer counts, names of jobs and of
-- units and why something failed: never what a job carries with it. The tables of pg-boss are there once the migrations have run.
create function job_queues() returns table (queue text, waiting integer, later integer, running integer, failed integer, failed_day integer, oldest_at timestamptz)
  language plpgsql stable security definer
  set search_path = public, pg_temp
as $$
begin
  return query
    select j.name::text, count(*) filter (where j.state in ('created', 'retry') and j.start_after <= now())::int,
      count(*) filter (where j.state in ('created', 'retry') and j.start_after > now())::int,
      count(*) filter (where j.state = 'active')::int, count(*) filter (where j.state = 'failed')::int,
      count(*) filter (where j.state = 'failed' and j.completed_on > now() - interval '1 day')::int,
      min(j.start_after) filter (where j.state in ('created', 'retry') and j.start_after <= now())
    from jobs.job j where j.state in ('created', 'retry', 'active', 'failed') group by j.name;
end
$$;
grant execute on function job_queues to portal_operator;

create function failed_jobs(most integer) returns table (id uuid, queue text, job text, unit_id uuid, unit_name text, failed_at timestamptz, tries integer, message text)
  language plpgsql stable security definer
  set search_path = public, pg_temp
as $$
begin
  return query
    select j.id, j.name::text, coalesce(j.data ->> 'job', ''), t.id, t.name, coalesce(j.completed_on, j.created_on)::timestamptz, j.retry_count + 1,
      j.output ->> 'message'
    from jobs.job j left join tenant t on t.id::text = j.data ->> 'tenant_id'
    where j.state = 'failed' order by j.completed_on desc nulls last, j.id limit most;
end
$$;
grant execute on function failed_jobs to portal_operator;

-- As if it had just been asked for: with all its tries, and a week to be taken.
create function retry_failed_job(failed uuid) returns table (queue text, job text, unit_id uuid)
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  return query
    update jobs.job j set state = 'created', retry_count = 0, start_after = now(), keep_until = now() + interval '7 days', started_on = null,
      completed_on = null, heartbeat_on = null, output = null
    where j.id = failed and j.state = 'failed'
    returning j.name::text, coalesce(j.data ->> 'job', ''), (j.data ->> 'tenant_id')::uuid;
end
$$;
grant execute on function retry_failed_job to portal_operator;

create function discard_failed_job(failed uuid) returns table (queue text, job text, unit_id uuid)
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  return query
    delete from jobs.job j where j.id = failed and j.state = 'failed'
    returning j.name::text, coalesce(j.data ->> 'job', ''), (j.data ->> 'tenant_id')::uuid;
end
$$;
grant execute on function discard_failed_job to portal_operator;

-- How many lines the log of a unit has had, as the chain counts them: nobody has to count the log.
create function longest_logs(most integer) returns table (unit_id uuid, lines bigint)
  language sql stable security definer
  set search_path = public, pg_temp
as $$
  select tenant_id, number from audit_chain order by number desc, tenant_id limit most
$$;
grant execute on function longest_logs to portal_operator;
