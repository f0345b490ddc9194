-- Within how many hours tickets should be answered and resolved, by priority, and the hours in which the help desk works. A unit
-- without a row works on weekdays from eight to six and has no goals.
create table ticket_goal (
  tenant_id uuid primary key references tenant on delete cascade,
  -- [1, 2, 3, 4, 5], 0 is Sunday.
  days jsonb not null,
  -- An end that is not after the start is on the next day.
  starts text not null,
  ends text not null,
  -- { "high": { "answer": 4, "solution": 16 }, … }; null where there is no goal.
  hours jsonb not null,
  version integer not null default 1
);
select tenant_table('ticket_goal', 'write');
select audited('ticket_goal');
-- A ticket that was escalated is counted by the goals of its unit, whoever works on it.
select identity_access('ticket_goal', 'select');

-- The time of each ticket. It is kept, so that no list computes, and apart from the ticket, because it changes with the goals and not
-- with what is said and done.
create table ticket_clock (
  tenant_id uuid not null references tenant on delete cascade,
  ticket_id uuid not null,
  -- Since when the time runs; null while the ticket is resolved.
  counts_since timestamptz,
  -- Minutes of work until the time stopped last; null before that, and for what was resolved before anybody counted.
  counted_minutes integer check (counted_minutes >= 0),
  -- The first answer of somebody who works on tickets, or the solution if that came without words.
  answered_at timestamptz,
  answer_minutes integer check (answer_minutes >= 0),
  answer_due_at timestamptz,
  solution_due_at timestamptz,
  -- What comes next, by which lists are sorted: never null.
  due_at timestamptz not null generated always as (
    case when counts_since is null then 'infinity'
      when answered_at is null then coalesce(least(answer_due_at, solution_due_at), 'infinity')
      else coalesce(solution_due_at, 'infinity') end) stored,
  primary key (tenant_id, ticket_id),
  foreign key (tenant_id, ticket_id) references ticket (tenant_id, id) on delete cascade
);
insert into ticket_clock (tenant_id, ticket_id, counts_since, answered_at)
select t.tenant_id, t.id, case when t.state <> 'resolved' then t.created_at end,
  (select min(e.created_at) from ticket_entry e
    where e.tenant_id = t.tenant_id and e.ticket_id = t.id and e.kind = 'said' and e.side <> 'opener')
from ticket t;
create index ticket_clock_by_due on ticket_clock (tenant_id, due_at, ticket_id);
select tenant_table('ticket_clock');
select table_access('ticket_clock', 'portal_operator', 'select, update',
  'exists (select from ticket t where t.tenant_id = ticket_clock.tenant_id and t.id = ticket_clock.ticket_id and t.level = ''operator'')');

-- Every ticket has a clock, however it was made.
create function start_ticket_clock() returns trigger
  language plpgsql
as $$
begin
  insert into ticket_clock (tenant_id, ticket_id, counts_since)
  values (new.tenant_id, new.id, case when new.state <> 'resolved' then new.created_at end);
  return null;
end
$$;
create trigger clock after insert on ticket for each row execute function start_ticket_clock();
