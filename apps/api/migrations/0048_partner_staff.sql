-- Further people of a partner are asked for by one person and confirmed by another (docs/decisions/022-partners-and-their-staff.md).

create table staff_request (
  id uuid primary key,
  partner_id uuid not null references partner,
  name text not null check (name <> ''),
  email text not null check (email = lower(email)),
  -- The first person of a partner has nobody beside: whoever makes the partner makes them.
  is_first boolean not null default false,
  state text not null default 'open' check (state in ('open', 'confirmed', 'refused', 'withdrawn')),
  asked_by uuid not null references person,
  asked_at timestamptz not null default now(),
  -- Not confirmed by then, it counts as never asked for.
  lapses_at timestamptz not null,
  decided_by uuid references person,
  decided_at timestamptz,
  -- The account that was made of it; null: not yet, or the address belongs to somebody by now.
  person_id uuid references person on delete set null,
  -- Two people, whatever the program says.
  constraint two_people check (state <> 'confirmed' or is_first or (decided_by is not null and decided_by <> asked_by)),
  check ((decided_at is null) = (state = 'open'))
);
create index staff_request_of_partner on staff_request (partner_id, id);
create index staff_request_by_asker on staff_request (asked_by);
create index staff_request_by_decider on staff_request (decided_by) where decided_by is not null;
create index staff_request_by_person on staff_request (person_id) where person_id is not null;
select operator_access('staff_request', 'select, insert, update');
select identity_access('staff_request', 'select, update');
select audited('staff_request');
