-- The past of a task can be asked: what each run was answered, as it came, and since when the task asks this question.

alter table task_run add column answer jsonb;
-- Tasks that are there already count from now on: what they asked before is not known.
alter table task_condition add column asked_since timestamptz not null default now();
