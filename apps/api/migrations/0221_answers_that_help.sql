-- Whether an answer helped whoever read it: one word of each person, which may change.
create table faq_vote (
  tenant_id uuid not null references tenant on delete cascade,
  faq_id uuid not null,
  person_id uuid not null references person on delete cascade,
  helped boolean not null,
  voted_at timestamptz not null,
  primary key (tenant_id, faq_id, person_id),
  foreign key (tenant_id, faq_id) references faq (tenant_id, id) on delete cascade
);
create index faq_vote_of_person on faq_vote (tenant_id, person_id);
select tenant_table('faq_vote');
