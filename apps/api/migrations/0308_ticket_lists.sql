-- Lists of tickets leave out what was put away, and most of a unit's tickets were. Each order of the list has an index of the others,
-- and the first holds what lists are narrowed by, so that they are counted without reading a ticket.
create index ticket_at_hand on ticket (tenant_id, touched_at, id) include (state, priority, level, opened_by, assigned_to)
  where archived_at is null;
create index ticket_at_hand_by_number on ticket (tenant_id, number, id) where archived_at is null;

-- Tickets of the unit that hold all of the words, no more than `most`: what is more than that is found sooner by walking the list.
create or replace function search_ticket(words text, most integer) returns setof uuid
  language plpgsql stable security definer
  set search_path = public, pg_temp
as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  patterns text[] := search_patterns(words);
  -- The second longest word narrows the walk through the index, if it is long enough to be in it.
  second text := case when length(patterns[2]) >= 5 then patterns[2] else patterns[1] end;
begin
  if length(patterns[1]) >= 5 then
    -- LIKE ALL alone would not use the trigrams: the longest words find, the others filter.
    return query
      select w.ticket_id from ticket_words w
      where w.tenant_id = tenant and w.words like patterns[1] and w.words like second and w.words like all (patterns[2:]) limit most;
  else
    -- One or two letters are no trigram: the index would be read from end to end.
    return query select w.ticket_id from ticket_words w where w.tenant_id = tenant and w.words || '' like all (patterns) limit most;
  end if;
end
$$;
