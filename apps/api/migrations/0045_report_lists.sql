-- Lists of reports ask for less.

-- The ids alone: whoever lists looks first at which of them are assigned, and reads a report only then. In a unit of ten
-- thousand reports the join that was here cost five times as much as the search itself.
drop function search_report(text);
create function search_report(words text) returns table (id uuid)
  language plpgsql stable security definer rows 20
  set search_path = public, pg_temp
  set pg_trgm.word_similarity_threshold = 0.5
as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  patterns text[] := search_patterns(words);
  -- The same words as they are, the longest first.
  plain text[];
begin
  if length(patterns[1]) < 5 then
    -- One or two letters are no trigram: the index would be read from end to end.
    return query select w.report_id from report_words w where w.tenant_id = tenant and w.words || '' like all (patterns);
    return;
  end if;
  -- LIKE ALL alone would not use the trigrams either: the longest word finds, the others filter.
  return query
    select w.report_id from report_words w
    where w.tenant_id = tenant and w.words like patterns[1] and w.words like all (patterns[2:]);
  if found then
    return;
  end if;
  -- When nothing holds every word: what holds something like every word.
  plain := array(select w from regexp_split_to_table(trim(search_text(search_report.words)), '\s+') as w order by length(w) desc);
  if length(plain[1]) >= 4 then
    return query
      select w.report_id from report_words w
      where w.tenant_id = tenant and w.words %> plain[1]
        and not exists (
          select from unnest(plain[2:], patterns[2:]) as other (word, pattern)
          where not (w.words like other.pattern or length(other.word) >= 4 and w.words %> other.word)
        );
  end if;
end
$$;
grant execute on function search_report to portal_app;

-- Whether a value of an assignment is asked of the person, and whether the service takes a text as a name; as in variables.ts.
create function is_variable(value text) returns boolean
  language sql immutable parallel safe
  return value like '{{%}}';
create function is_username(value text) returns boolean
  language sql immutable parallel safe
  return length(value) between 1 and 256 and value !~ '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]';

-- Whether some assignment that reaches the member today says which rows of a report they see. A function, because most reports
-- ask for no rule: inside the lists this would be the larger part of what is prepared for every page.
create function has_data_rule(report uuid, rule text, roles_required boolean, member uuid, today date) returns boolean
  language plpgsql stable
as $$
declare
  given record;
begin
  for given in
    select ra.filters, ra.rls_roles, ra.rls_username
    from public.report_grant ra
    left join public.user_group_member m on m.group_id = ra.user_group_id and m.membership_id = member
    where ra.report_id = report and (ra.unit or ra.membership_id = member or m.membership_id is not null)
      and (ra.ends_on is null or ra.ends_on >= today) and (m.ends_on is null or m.ends_on >= today)
  loop
    if rule = 'filter' then
      if jsonb_array_length(given.filters) > 0 and not exists (
        select from jsonb_path_query(given.filters, '$[*].values[*]') as x (value)
        where jsonb_typeof(x.value) = 'string' and public.is_variable(x.value #>> '{}')
          and (x.value #>> '{}') not in (select v.token from public.person_variables(member, today) v)
      ) then
        return true;
      end if;
    elsif cardinality(given.rls_roles) > 0 or not roles_required then
      if given.rls_username is null or not public.is_variable(given.rls_username) or (
        select count(*) = 1 and bool_and(public.is_username(v.value))
        from public.person_variables(member, today) v where v.token = given.rls_username
      ) then
        return true;
      end if;
    end if;
  end loop;
  return false;
end
$$;
grant execute on function is_variable, is_username, has_data_rule to portal_app;
