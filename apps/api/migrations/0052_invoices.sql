-- Invoices: what a client pays for a month (docs/decisions/020-who-pays.md). Amounts are whole centavos. An invoice keeps what it
-- was made from, also the name and address of its client, so that it says in five years what it says today.

create table billing_setting (
  only_row boolean primary key default true check (only_row),
  -- Who makes the invoices: stands at the head of each.
  issuer_name text not null default '',
  issuer_tax_id text not null default '',
  issuer_address text not null default '',
  -- How to pay, as the bank gave it.
  pix_text text not null default '',
  payment_line text not null default '',
  note text not null default '',
  -- Of a unit's own domain and month.
  domain_fee_cents bigint not null default 0 check (domain_fee_cents >= 0),
  version integer not null default 1
);
insert into billing_setting default values;
select operator_access('billing_setting', 'select, update');
select audited('billing_setting');

-- The last number that was given to an invoice. Numbers have no gaps: whoever opens an invoice waits for who opened the one before.
create table invoice_counter (
  only_row boolean primary key default true check (only_row),
  last_number bigint not null default 0 check (last_number >= 0)
);
insert into invoice_counter default values;
select operator_access('invoice_counter', 'select, update');

create table invoice (
  id uuid primary key,
  client_id uuid not null,
  partner_id uuid not null,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- Grows when a cancelled invoice is made anew.
  revision smallint not null default 0 check (revision >= 0),
  number bigint unique,
  state text not null default 'draft' check (state in ('draft', 'open', 'paid', 'overdue', 'cancelled')),
  -- People of the month, those of them who are free, and the price of each other one.
  person_count integer not null check (person_count >= 0),
  bonus_users integer not null check (bonus_users >= 0),
  price_cents bigint not null check (price_cents >= 0),
  total_cents bigint not null check (total_cents >= 0),
  due_on date not null,
  client_name text not null,
  client_tax_id text not null,
  client_address text not null default '',
  mailed_to text not null default '',
  opened_at timestamptz,
  -- How many reminders have been sent.
  reminders smallint not null default 0 check (reminders between 0 and 2),
  paid_on date,
  paid_by text check (paid_by in ('hand', 'statement', 'nothing_due')),
  cancelled_at timestamptz,
  cancel_reason text not null default '',
  created_at timestamptz not null default now(),
  version integer not null default 1,
  unique (client_id, month, revision),
  foreign key (partner_id, client_id) references client (partner_id, id),
  check (state in ('draft', 'cancelled') or number is not null),
  check ((state = 'paid') = (paid_on is not null and paid_by is not null)),
  check ((state = 'cancelled') = (cancelled_at is not null and cancel_reason <> ''))
);
create index invoice_by_partner on invoice (partner_id, client_id, month);
create index invoice_by_month on invoice (month, id);
create index invoice_unsettled on invoice (due_on, id) where state in ('open', 'overdue');
select operator_access('invoice', 'select, insert, update');
-- A draft is the operator's own matter.
select table_access('invoice', 'portal_partner', 'select',
  'partner_id = (select nullif(current_setting(''app.partner_id'', true), '''')::uuid) and state <> ''draft''');
select audited('invoice');

-- What the next invoices of a client are reduced by. What is left of it is the amount less the positions that name it.
create table client_credit (
  id uuid primary key,
  client_id uuid not null references client,
  cents bigint not null check (cents > 0),
  reason text not null check (reason <> ''),
  -- The cancelled invoice that it gives back.
  invoice_id uuid references invoice,
  created_at timestamptz not null default now(),
  unique (invoice_id)
);
create index client_credit_by_client on client_credit (client_id, id);
select operator_access('client_credit', 'select, insert');
select audited('client_credit');

create table invoice_position (
  id uuid primary key default uuid_v7(),
  invoice_id uuid not null references invoice on delete cascade,
  place smallint not null,
  kind text not null check (kind in ('people', 'domain', 'credit')),
  -- Of the host of a unit: the days on which its fee was due, and how many the month has.
  unit_id uuid,
  host text,
  days smallint,
  of_days smallint,
  credit_id uuid references client_credit,
  -- Why there is a credit.
  reason text,
  quantity integer,
  price_cents bigint,
  total_cents bigint not null,
  unique (invoice_id, place),
  check ((kind = 'people') = (quantity is not null)),
  check ((kind = 'domain') = (num_nulls(unit_id, host, days, of_days) = 0)),
  check ((kind = 'credit') = (num_nulls(credit_id, reason) = 0)),
  check ((total_cents < 0) = (kind = 'credit'))
);
create index invoice_position_by_credit on invoice_position (credit_id) where credit_id is not null;
select operator_access('invoice_position', 'select, insert, delete');
select table_access('invoice_position', 'portal_partner', 'select', 'exists (select from public.invoice i where i.id = invoice_id)');

-- The invoice as it was mailed, and the fiscal document that the operator adds to it.
create table invoice_document (
  invoice_id uuid not null references invoice on delete cascade,
  kind text not null check (kind in ('bill', 'fiscal')),
  name text not null check (name <> ''),
  bytes bytea not null,
  created_at timestamptz not null default now(),
  primary key (invoice_id, kind)
);
alter table invoice_document alter column bytes set storage external;
select operator_access('invoice_document', 'select, insert, update');
select table_access('invoice_document', 'portal_partner', 'select', 'exists (select from public.invoice i where i.id = invoice_id)');

-- Payments that a bank statement tells of. The same line of a statement that is sent twice is one line.
create table bank_payment (
  id uuid primary key,
  -- What makes a line the same line: the bank's own id of it, else day, amount and text.
  fingerprint text not null unique,
  paid_on date not null,
  cents bigint not null check (cents > 0),
  payer_tax_id text not null default '',
  description text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'settled', 'dismissed')),
  invoice_id uuid references invoice,
  created_at timestamptz not null default now(),
  check ((state = 'settled') = (invoice_id is not null))
);
create index bank_payment_waiting on bank_payment (paid_on, id) where state = 'waiting';
create unique index bank_payment_of_invoice on bank_payment (invoice_id) where invoice_id is not null;
select operator_access('bank_payment', 'select, insert, update');
select audited('bank_payment');
