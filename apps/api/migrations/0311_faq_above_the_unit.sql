-- Questions above the unit: a partner's are read in all of its units, the platform's everywhere (docs/decisions/028).
create table shared_faq (
  id uuid primary key,
  -- Null: the platform's.
  partner_id uuid references partner on delete cascade,
  topic text not null,
  position integer not null,
  published boolean not null default true,
  question jsonb not null check (question ? 'pt-BR'),
  answer jsonb not null check (answer ? 'pt-BR'),
  version integer not null default 1
);
create index shared_faq_of_partner on shared_faq (partner_id);

do $$
declare
  own constant text := 'partner_id = (select nullif(current_setting(''app.partner_id'', true), '''')::uuid)';
  of_unit constant text := 'partner_id = (select t.partner_id from tenant t where t.id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)';
begin
  perform table_access('shared_faq', 'portal_partner', 'all', own);
  perform table_access('shared_faq', 'portal_operator', 'all', 'partner_id is null');
  perform table_access('shared_faq', 'portal_app', 'select', format('published and (partner_id is null or %s)', of_unit));
end
$$;
select audited('shared_faq');

-- Whether such an answer helped somebody of a unit.
create table shared_faq_vote (
  tenant_id uuid not null references tenant on delete cascade,
  faq_id uuid not null references shared_faq on delete cascade,
  person_id uuid not null references person on delete cascade,
  helped boolean not null,
  voted_at timestamptz not null,
  primary key (tenant_id, faq_id, person_id)
);
create index shared_faq_vote_of_person on shared_faq_vote (tenant_id, person_id);
select tenant_table('shared_faq_vote', 'read');
-- The operator counts whom its answers helped, and sees nobody.
create policy portal_operator_select on shared_faq_vote for select to portal_operator using (true);
grant select (faq_id, helped) on shared_faq_vote to portal_operator;

-- What a unit does not show of them: one question, or all of a level.
create table hidden_faq (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null default uuid_v7(),
  faq_id uuid references shared_faq on delete cascade,
  all_of text check (all_of in ('partner', 'platform')),
  primary key (tenant_id, id),
  constraint hidden_faq_once unique nulls not distinct (tenant_id, faq_id, all_of),
  check (num_nonnulls(faq_id, all_of) = 1)
);
select tenant_table('hidden_faq', 'write');
select audited('hidden_faq');

-- Above the units questions are searched in the same way.
grant execute on function search_parts to portal_partner, portal_operator;
