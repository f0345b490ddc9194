-- Tickets of a unit: opened by its people, worked on by its agents, by the partner's once they are escalated, and then by the operator's.

-- The last number of each unit. Whoever opens a ticket waits for the one before, so that no number is given twice or left out.
create table ticket_counter (
  tenant_id uuid primary key references tenant on delete cascade,
  last_number integer not null default 1000 check (last_number >= 1000)
);
select tenant_table('ticket_counter');

create table ticket (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  number integer not null,
  title text not null check (length(title) between 1 and 120),
  text text not null check (length(text) between 1 and 10000),
  priority text not null default 'normal' check (priority in ('high', 'normal', 'low')),
  state text not null default 'open' check (state in ('open', 'in_progress', 'resolved')),
  -- How far it was escalated: who beside the unit's own agents sees it.
  level text not null default 'unit' check (level in ('unit', 'partner', 'operator')),
  opened_by uuid not null references person on delete cascade,
  assigned_to uuid references person on delete set null,
  -- A resolved ticket that this one goes on from.
  follows_id uuid,
  created_at timestamptz not null,
  -- The last thing that was said or done.
  touched_at timestamptz not null,
  -- The last thing that whoever works on it said or did, notes among them.
  worked_at timestamptz,
  -- Since when whoever opened it waits for an answer; null while nobody does.
  waits_since timestamptz,
  estimated_at timestamptz,
  resolved_at timestamptz,
  archived_at timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, number),
  foreign key (tenant_id, follows_id) references ticket (tenant_id, id) on delete set null (follows_id),
  check ((state = 'resolved') = (resolved_at is not null)),
  check (archived_at is null or state = 'resolved')
);
create index ticket_by_touch on ticket (tenant_id, touched_at, id);
create index ticket_of_opener on ticket (tenant_id, opened_by, touched_at, id);
create index ticket_of_agent on ticket (tenant_id, assigned_to, touched_at, id) where assigned_to is not null;
create index ticket_followed on ticket (tenant_id, follows_id) where follows_id is not null;
-- What the jobs look for: somebody waits for an agent, or a ticket has been resolved for long.
create index ticket_unanswered on ticket (waits_since) where assigned_to is not null and waits_since is not null;
create index ticket_to_archive on ticket (touched_at) where state = 'resolved' and archived_at is null;
select tenant_table('ticket');
select audited('ticket', '{title,text}');
-- The jobs find the units in which something is due.
select identity_access('ticket', 'select');
-- What was escalated to the operator, and nothing else of a unit.
select table_access('ticket', 'portal_operator', 'select, update', 'level = ''operator''');

-- What was said about a ticket and what was done with it, in its order.
create table ticket_entry (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  ticket_id uuid not null,
  kind text not null check (kind in ('said', 'note', 'event')),
  -- Null for what happened by itself.
  person_id uuid references person on delete set null,
  side text not null check (side in ('opener', 'unit', 'partner', 'operator', 'portal')),
  text text not null default '' check (length(text) <= 10000),
  event text check (event in ('taken', 'assigned', 'returned', 'resolved', 'reopened', 'escalated', 'estimated', 'prioritised')),
  -- What the sentence of the event names: the id of a person, a level, a priority, a moment.
  about text,
  created_at timestamptz not null,
  edited_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references ticket (tenant_id, id) on delete cascade,
  check ((kind = 'event') = (event is not null)),
  check (kind = 'event' or text <> '')
);
create index ticket_entry_in_order on ticket_entry (tenant_id, ticket_id, created_at, id);
create index ticket_entry_of_person on ticket_entry (tenant_id, person_id, created_at) where person_id is not null;
select tenant_table('ticket_entry');
select audited('ticket_entry', '{text}');
select table_access('ticket_entry', 'portal_operator', 'select, insert, update',
  'exists (select from ticket t where t.tenant_id = ticket_entry.tenant_id and t.id = ticket_entry.ticket_id and t.level = ''operator'')');

-- Files of a ticket; those of a follow-up name it.
create table ticket_attachment (
  tenant_id uuid not null references tenant on delete cascade,
  file_id uuid not null,
  ticket_id uuid not null,
  entry_id uuid,
  position integer not null,
  primary key (tenant_id, file_id),
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete cascade,
  foreign key (tenant_id, ticket_id) references ticket (tenant_id, id) on delete cascade,
  foreign key (tenant_id, entry_id) references ticket_entry (tenant_id, id) on delete cascade
);
create index ticket_attachment_of_ticket on ticket_attachment (tenant_id, ticket_id, position);
create index ticket_attachment_of_entry on ticket_attachment (tenant_id, entry_id) where entry_id is not null;
select tenant_table('ticket_attachment');
select table_access('ticket_attachment', 'portal_operator', 'select',
  'exists (select from ticket t where t.tenant_id = ticket_attachment.tenant_id and t.id = ticket_attachment.ticket_id and t.level = ''operator'')');
select table_access('file', 'portal_operator', 'select',
  'kind = ''ticket_attachment'' and exists (select from ticket_attachment a where a.tenant_id = file.tenant_id and a.file_id = file.id)');

-- What a search finds a ticket by: its number, its words, what was said for everybody, and the names of its files. Notes are not in it.
create table ticket_words (
  tenant_id uuid not null,
  ticket_id uuid not null,
  words text not null,
  primary key (tenant_id, ticket_id),
  foreign key (tenant_id, ticket_id) references ticket (tenant_id, id) on delete cascade
);
create index ticket_words_held on ticket_words using gin (tenant_id, words gin_trgm_ops);
-- Not forced: the functions below write and search as the owner.
select tenant_table('ticket_words', 'none', false);

create function keep_ticket_words(unit uuid, ticket uuid) returns void
  language sql security definer
  set search_path = public, pg_temp
as $$
  insert into ticket_words (tenant_id, ticket_id, words)
  select t.tenant_id, t.id, search_text(left(concat_ws(' ', '#' || t.number, t.title, t.text,
    (select string_agg(e.text, ' ' order by e.created_at) from ticket_entry e where e.tenant_id = unit and e.ticket_id = ticket and e.kind = 'said'),
    (select string_agg(f.name, ' ') from ticket_attachment a join file f on f.tenant_id = a.tenant_id and f.id = a.file_id
      left join ticket_entry e on e.tenant_id = a.tenant_id and e.id = a.entry_id
      where a.tenant_id = unit and a.ticket_id = ticket and e.kind is distinct from 'note')), 100000))
  from ticket t where t.tenant_id = unit and t.id = ticket
  on conflict (tenant_id, ticket_id) do update set words = excluded.words
$$;
-- The tables that they are made of are forced: the owner reads them by these.
select table_access('ticket', 'portal_owner', 'select', 'true');
select table_access('ticket_entry', 'portal_owner', 'select', 'true');
select table_access('ticket_attachment', 'portal_owner', 'select', 'true');
select table_access('file', 'portal_owner', 'select', 'kind = ''ticket_attachment''');

create function ticket_words_change() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  perform keep_ticket_words(new.tenant_id, case tg_argv[0] when 'ticket' then (to_jsonb(new) ->> 'id')::uuid else (to_jsonb(new) ->> 'ticket_id')::uuid end);
  return null;
end
$$;
create trigger words after insert on ticket for each row execute function ticket_words_change('ticket');
create trigger words after insert or update of text on ticket_entry for each row when (new.kind = 'said') execute function ticket_words_change('other');
create trigger words after insert on ticket_attachment for each row execute function ticket_words_change('other');

-- Tickets of the unit that hold all of the words, no more than `most`: what is more than that is found sooner by walking the list.
create function search_ticket(words text, most integer) returns setof uuid
  language sql stable security definer
  set search_path = public, pg_temp
as $$
  select w.ticket_id from ticket_words w
  where w.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and w.words like all (search_patterns(search_ticket.words)) limit most
$$;
grant execute on function search_ticket to portal_app;
