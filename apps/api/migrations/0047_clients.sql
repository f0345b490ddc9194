-- What partners and clients have agreed to. A client is the contracting company behind one or more units of one partner; it
-- has no login. Invoices are made for clients (docs/decisions/020-who-pays.md).

alter table partner
  drop constraint partner_state_check,
  add constraint partner_state_check check (state in ('active', 'suspended', 'closed')),
  add column contract_date date,
  -- How many units the partner may have, and how many people all of them together; null: as many as it likes.
  add column unit_limit integer check (unit_limit >= 0),
  add column user_limit integer check (user_limit >= 0),
  -- What a new client of the partner begins with: the price of a person and month, and how many people a month are free.
  add column price_cents bigint not null default 0 check (price_cents >= 0),
  add column bonus_users integer not null default 0 check (bonus_users >= 0),
  -- The day on which an announced suspension begins, in America/Sao_Paulo; at least seven days after it was announced.
  add column suspends_on date,
  add column closed_at timestamptz;

create table client (
  id uuid primary key,
  partner_id uuid not null references partner,
  kind text not null check (kind in ('legal', 'physical')),
  -- Name in the register of companies, or of the person.
  name text not null check (name <> ''),
  trade_name text not null default '',
  -- CNPJ (letters and digits) or CPF, without mask, in capitals.
  tax_id text not null unique check (tax_id ~ '^([0-9A-Z]{12}[0-9]{2}|[0-9]{11})$'),
  state_registration text not null default '',
  state_registration_exempt boolean not null default false,
  seller_name text not null default '',
  -- The seller who is staff of the operator and looks after this client.
  seller_id uuid references staff (person_id),
  customer_code text not null default '',
  postal_code text not null default '' check (postal_code ~ '^([0-9]{8})?$'),
  street text not null default '',
  number text not null default '',
  complement text not null default '',
  district text not null default '',
  city text not null default '',
  region text not null default '' check (region ~ '^([A-Z]{2})?$'),
  business_email text not null default '' check (business_email = lower(business_email)),
  invoice_email text not null default '' check (invoice_email = lower(invoice_email)),
  commercial_phone text not null default '',
  contract_date date,
  due_day smallint not null default 10 check (due_day between 1 and 28),
  -- The first month that is billed, YYYY-MM; null: none yet.
  first_month text check (first_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  price_cents bigint not null default 0 check (price_cents >= 0),
  bonus_users integer not null default 0 check (bonus_users >= 0),
  -- How many people all units of the client may have together; null: as many as the units' own limits.
  user_limit integer check (user_limit >= 1),
  situation text not null default 'prospect' check (situation in ('prospect', 'trial', 'active', 'ended')),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  -- For the key of units: a unit belongs to a client of its own partner.
  unique (partner_id, id),
  check ((kind = 'physical') = (length(tax_id) = 11)),
  check (not state_registration_exempt or state_registration = '')
);
create index client_by_partner on client (partner_id, id);
create index client_by_name on client (search_text(name), id);
create index client_by_seller on client (seller_id) where seller_id is not null;
select operator_access('client', 'select, insert, update');
select table_access('client', 'portal_partner', 'select',
  'partner_id = (select nullif(current_setting(''app.partner_id'', true), '''')::uuid)');
select audited('client');

alter table tenant
  add column client_id uuid,
  add foreign key (partner_id, client_id) references client (partner_id, id),
  add check (client_id is null or not is_operator_tenant);
create index tenant_by_client on tenant (client_id) where client_id is not null;
