-- What somebody is told about, where and when. Who wanted no mails wants none still.
alter table notification_choice alter column by_mail type text using case when by_mail then 'at_once' else 'never' end;
alter table notification_choice rename column by_mail to mails;
alter table notification_choice
  alter column mails set default 'at_once',
  add constraint mails_known check (mails in ('at_once', 'daily', 'weekly', 'never')),
  -- When what is unread comes together, by the clock of the unit.
  add column digest_hour smallint not null default 8 check (digest_hour between 0 and 23),
  -- No mails in between; both or none.
  add column quiet_from text check (quiet_from ~ '^\d\d:\d\d$'),
  add column quiet_until text check (quiet_until ~ '^\d\d:\d\d$'),
  add constraint quiet_both check ((quiet_from is null) = (quiet_until is null)),
  -- Topics (contract: notifications/kinds.ts).
  add column not_in_portal text[] not null default '{}',
  add column not_by_mail text[] not null default '{}';

-- False: only for the mail, because the person does not want the topic in the portal.
alter table notification add column in_portal boolean not null default true;
