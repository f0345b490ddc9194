-- A search asks no more of a large unit than of a small one.

-- `among` are the reports that a reader sees, when they are few: then only these are read, and a word counts as unknown when
-- none of them holds it. That also keeps from a reader which words stand in reports that they do not see.
drop function search_report(text);
create function search_report(words text, among uuid[] default null) returns table (id uuid)
  language plpgsql stable security definer rows 20
  set search_path = public, pg_temp
  set pg_trgm.word_similarity_threshold = 0.5
as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  patterns text[] := search_patterns(words);
  -- The second longest word narrows the walk through the index, if it is long enough to be in it.
  second text := case when length(patterns[2]) >= 5 then patterns[2] else patterns[1] end;
  -- The same words as they are, the longest first.
  plain text[] := array(select w from regexp_split_to_table(trim(search_text(search_report.words)), '\s+') as w order by length(w) desc);
begin
  if among is not null then
    return query
      select w.report_id from report_words w where w.tenant_id = tenant and w.report_id = any (among) and w.words like all (patterns);
  elsif length(patterns[1]) < 5 then
    -- One or two letters are no trigram: the index would be read from end to end.
    return query select w.report_id from report_words w where w.tenant_id = tenant and w.words || '' like all (patterns);
    return;
  else
    -- LIKE ALL alone would not use the trigrams: the longest words find, the others filter.
    return query
      select w.report_id from report_words w
      where w.tenant_id = tenant and w.words like patterns[1] and w.words like second and w.words like all (patterns[2:]);
  end if;
  if found or length(plain[1]) < 4 then
    return;
  end if;
  -- When nothing holds every word: what holds something like every word.
  if among is not null then
    return query
      select w.report_id from report_words w
      where w.tenant_id = tenant and w.report_id = any (among) and not exists (
        select from unnest(plain, patterns) as wanted (word, pattern)
        where not (w.words like wanted.pattern or length(wanted.word) >= 4 and w.words %> wanted.word)
      );
  else
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

create or replace function search_report_group(words text) returns table (id uuid)
  language plpgsql stable security definer rows 20
  set search_path = public, pg_temp
as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  patterns text[] := search_patterns(words);
  second text := case when length(patterns[2]) >= 5 then patterns[2] else patterns[1] end;
begin
  if length(patterns[1]) >= 5 then
    return query
      select g.id from report_group g
      where g.tenant_id = tenant and g.words like patterns[1] and g.words like second and g.words like all (patterns[2:]);
  else
    -- One or two letters are no trigram: the index would be read from end to end.
    return query select g.id from report_group g where g.tenant_id = tenant and g.words || '' like all (patterns);
  end if;
end
$$;
