-- Finding reports again: an own order of favourites, an own start page, and a search that forgives.

-- Places by hand; a new star comes last.
alter table favourite add column position integer not null default 0;

-- What somebody put on the start page.
create table home_report (
  tenant_id uuid not null,
  person_id uuid not null references person on delete cascade,
  report_id uuid not null,
  position integer not null default 0,
  added_at timestamptz not null default now(),
  primary key (tenant_id, person_id, report_id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade
);
select tenant_table('home_report');

create index report_by_creation on report (tenant_id, created_at desc);

-- What a report is found by: title, description, group and subgroup. A table of its own, so that a renamed group does not
-- appear as a change of its reports. Not forced: the search function runs as the owner.
create table report_words (
  tenant_id uuid not null,
  report_id uuid not null,
  words text not null,
  primary key (tenant_id, report_id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade
);
create index report_words_search on report_words using gin (tenant_id, words gin_trgm_ops);
select tenant_table('report_words', 'write', false);

create function keep_report_words() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  reports uuid[];
begin
  case tg_table_name
    when 'report' then reports := array[new.id];
    when 'report_group' then select array_agg(r.id) into reports from report r where r.tenant_id = new.tenant_id and r.group_id = new.id;
    else select array_agg(r.id) into reports from report r
      where r.tenant_id = new.tenant_id and r.group_id = new.group_id and r.subgroup_id = new.id;
  end case;
  insert into report_words (tenant_id, report_id, words)
  select r.tenant_id, r.id, search_text(concat_ws(' ', r.title, r.description, g.name, s.name))
  from report r
  join report_group g on g.tenant_id = r.tenant_id and g.id = r.group_id
  left join report_subgroup s on s.tenant_id = r.tenant_id and s.id = r.subgroup_id
  where r.tenant_id = new.tenant_id and r.id = any (reports)
  on conflict (tenant_id, report_id) do update set words = excluded.words;
  return null;
end
$$;
create trigger report_words after insert or update of title, description, group_id, subgroup_id on report
  for each row execute function keep_report_words();
create trigger report_words after update of name on report_group for each row execute function keep_report_words();
create trigger report_words after update of name on report_subgroup for each row execute function keep_report_words();

-- The reports that are there already. Their owner reads the names of every unit for this one statement.
alter table report_group no force row level security;
alter table report_subgroup no force row level security;
insert into report_words (tenant_id, report_id, words)
select r.tenant_id, r.id, search_text(concat_ws(' ', r.title, r.description, g.name, s.name))
from report r
join report_group g on g.tenant_id = r.tenant_id and g.id = r.group_id
left join report_subgroup s on s.tenant_id = r.tenant_id and s.id = r.subgroup_id;
alter table report_group force row level security;
alter table report_subgroup force row level security;

drop index report_search;
alter table report drop column search;

-- The unit's reports that hold every word; when there is none, those that hold something like every word. It runs as the
-- owner, whom the policy does not concern, because neither LIKE nor likeness can use an index under a policy; so it names
-- the tenant itself. In plpgsql its plans are kept, in SQL they would not be.
create or replace function search_report(words text) returns table (id uuid, title_sort text, group_id uuid, subgroup_id uuid, active boolean)
language plpgsql stable security definer
set search_path = public, pg_temp
set pg_trgm.word_similarity_threshold = 0.5
as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  patterns text[] := search_patterns(words);
  -- The same words as they are, the longest first.
  plain text[] := array(select w from regexp_split_to_table(trim(search_text(search_report.words)), '\s+') as w order by length(w) desc);
begin
  if length(patterns[1]) >= 5 then
    -- LIKE ALL alone would not use the trigrams either: the longest word finds, the others filter.
    return query
      select r.id, r.title_sort, r.group_id, r.subgroup_id, r.active
      from report_words w join report r on r.tenant_id = w.tenant_id and r.id = w.report_id
      where w.tenant_id = tenant and w.words like patterns[1] and w.words like all (patterns[2:]);
    if not found and length(plain[1]) >= 4 then
      return query
        select r.id, r.title_sort, r.group_id, r.subgroup_id, r.active
        from report_words w join report r on r.tenant_id = w.tenant_id and r.id = w.report_id
        where w.tenant_id = tenant and w.words %> plain[1]
          and not exists (
            select from unnest(plain[2:], patterns[2:]) as other (word, pattern)
            where not (w.words like other.pattern or length(other.word) >= 4 and w.words %> other.word)
          );
    end if;
  else
    -- One or two letters are no trigram: the index would be read from end to end.
    return query
      select r.id, r.title_sort, r.group_id, r.subgroup_id, r.active
      from report_words w join report r on r.tenant_id = w.tenant_id and r.id = w.report_id
      where w.tenant_id = tenant and w.words || '' like all (patterns);
  end if;
end
$$;
