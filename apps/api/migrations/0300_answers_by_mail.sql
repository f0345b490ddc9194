-- Answers by mail come back into the ticket: the operator's mailbox, what arrived in it, and which entries were mails.

-- The mailbox that answers come to: one row, or none.
create table ticket_mailbox (
  only_row boolean primary key default true check (only_row),
  host text not null,
  port integer not null check (port between 1 and 65535),
  protocol text not null check (protocol in ('tls', 'starttls', 'none')),
  user_name text not null,
  -- Encrypted with the master key.
  password text not null,
  -- What answers are addressed to; a `*` in it, else a `+` behind the name, holds what names the ticket.
  address text not null check (address = lower(address)),
  version integer not null default 1
);
select identity_access('ticket_mailbox', 'select');
select operator_access('ticket_mailbox', 'all');
select audited('ticket_mailbox', '{password}');

-- The last look into it. Apart from it, because it happens every minute and is nobody's change.
create table ticket_mailbox_check (
  only_row boolean primary key references ticket_mailbox on delete cascade,
  checked_at timestamptz not null,
  -- Why it failed; null: it did not.
  problem text
);
select identity_access('ticket_mailbox_check', 'select, insert, update');
select operator_access('ticket_mailbox_check', 'select, delete');

-- What came into the mailbox and what became of it, for some weeks: nothing of what was written, and the sender in hints.
create table ticket_mail (
  id uuid primary key,
  -- Of its Message-ID.
  key bytea not null unique,
  received_at timestamptz not null,
  sender text not null,
  -- `waiting`: it could not be worked on, and is tried again.
  outcome text not null check (outcome in ('taken', 'put_aside', 'refused', 'waiting')),
  reason text,
  tries integer not null default 1,
  check ((outcome in ('put_aside', 'refused')) = (reason is not null))
);
create index ticket_mail_by_time on ticket_mail (received_at, id);
select identity_access('ticket_mail', 'all');
select operator_access('ticket_mail', 'select');

-- Of the Message-ID and the sender of a follow-up that came by mail: none is taken twice.
alter table ticket_entry add column mail_key bytea;
create unique index ticket_entry_of_mail on ticket_entry (tenant_id, mail_key) where mail_key is not null;
-- An answer names a ticket and no unit.
create index ticket_by_id on ticket (id);
