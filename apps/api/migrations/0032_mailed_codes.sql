-- A mailed code belongs to whoever asked for it: strangers neither hold up the mails of a known browser or a session nor use up their tries.

create table mailed_code (
  person_id uuid not null references person(id) on delete cascade,
  -- The known browser or the session; the person's own id for all unknown browsers together.
  asked_by uuid not null,
  -- A digest under a key that is not in the database; null when it was used.
  code bytea,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  primary key (person_id, asked_by)
);
create index mailed_code_expired on mailed_code (expires_at);
select identity_access('mailed_code', 'select, insert, update, delete');

-- Codes that are on their way lose their meaning; the next one is a click away.
alter table second_factor
  drop column email_code,
  drop column email_code_expires_at,
  drop column email_sent_at,
  drop column email_tries;
