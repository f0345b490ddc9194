-- The Monday of the last summary of a week. It is written in one transaction with the mails, so that each week is told once.
alter table usage_count add column summarised date;
select identity_access('usage_count', 'select');

create table partner_summary (
  partner_id uuid primary key references partner on delete cascade,
  week date not null
);
select operator_access('partner_summary', 'select, insert, update');
select identity_access('partner_summary', 'select');

-- Whether somebody of a partner wants the summary of its units; people of a unit say so with their notifications.
alter table staff add column weekly_summary boolean not null default true;
