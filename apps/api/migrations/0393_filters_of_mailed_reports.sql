-- Which rows a mailed report shows, besides what a bookmark and each recipient's own access leave.
alter table task add column mail_filters jsonb not null default '[]';
