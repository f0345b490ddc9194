-- What people searched the questions for and did not find: words and how often, and nobody who typed them.
create table faq_search (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null default uuid_v7(),
  -- Lower case, without accents and signs: so one search is one row.
  words text not null check (length(words) between 3 and 80),
  times integer not null default 1,
  last_at timestamptz not null,
  -- It needs no answer. The row stays, so that the next one who searches does not bring it back.
  dismissed boolean not null default false,
  primary key (tenant_id, id),
  constraint faq_search_once unique (tenant_id, words)
);
create index faq_search_by_times on faq_search (tenant_id, times desc, last_at desc);
select tenant_table('faq_search');
-- What nobody searches for any more is forgotten, in all units.
select identity_access('faq_search', 'select, delete');
