-- What was reported about a report is what a ticket is about, where the unit has a help desk: what was on the screen, and what was
-- decided about the person then, stand beside it for good.
alter table report_problem add column ticket_id uuid;
-- The name of the report then.
alter table report_problem add column title text not null default '' check (length(title) <= 200);
-- Opens the report with the page and the filters that were shown.
alter table report_problem add column link_id uuid;
-- Whether the person saw the report, with which rows, and why (contract: access/reportAccess.ts).
alter table report_problem add column decision jsonb;
alter table report_problem add foreign key (tenant_id, ticket_id) references ticket (tenant_id, id) on delete cascade;
alter table report_problem add foreign key (tenant_id, link_id) references saved_view (tenant_id, id) on delete set null (link_id);
create unique index report_problem_of_ticket on report_problem (tenant_id, ticket_id) where ticket_id is not null;
create index report_problem_of_link on report_problem (tenant_id, link_id) where link_id is not null;
select table_access('report_problem', 'portal_operator', 'select',
  'exists (select from ticket t where t.tenant_id = report_problem.tenant_id and t.id = report_problem.ticket_id and t.level = ''operator'')');
-- Whom a model is told, and with which values, is for no log.
drop trigger audit on report_problem;
drop trigger audit_added on report_problem;
select audited('report_problem', '{decision}');
