-- A process that was stopped and wakes up may still work on a job that another has taken over. Every transaction of a job
-- begins with this: it is refused unless the job is still in this attempt, and until it ends nobody takes the job over.
create function hold_job(queue text, job_id uuid, attempt integer) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  perform from jobs.job where name = queue and id = job_id and state = 'active' and retry_count = attempt for key share;
  if not found then
    raise exception 'this job is no longer held' using errcode = 'VT003';
  end if;
end
$$;
grant execute on function hold_job to portal_app, portal_operator, portal_identity;
