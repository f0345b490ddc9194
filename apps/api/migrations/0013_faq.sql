-- Questions and answers of a unit, each text in up to four languages.

create table faq (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null,
  topic text not null,
  position integer not null,
  published boolean not null default true,
  -- Text by language. Portuguese is always there: who reads another language that is empty gets it.
  question jsonb not null check (question ? 'pt-BR'),
  answer jsonb not null check (answer ? 'pt-BR'),
  version integer not null default 1,
  primary key (tenant_id, id)
);
select tenant_table('faq', 'write');
select audited('faq');
