-- Why a report was not shown: what the browser told of an opening, and what kept one from beginning.
alter table report_view add column trouble text;

-- Tries of one person within an hour count once: a browser asks again by itself while a service does not answer.
create table failed_opening (
  tenant_id uuid not null,
  report_id uuid not null,
  person_id uuid not null references person on delete cascade,
  hour timestamptz not null,
  cause text not null,
  primary key (tenant_id, hour, report_id, person_id, cause),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade
);
create index failed_opening_of_report on failed_opening (tenant_id, report_id);
create index failed_opening_of_person on failed_opening (tenant_id, person_id);
select tenant_table('failed_opening');

alter table usage_outcome drop constraint usage_outcome_kind_check,
  add constraint usage_outcome_kind_check check (kind in ('sign_in', 'refused', 'opening', 'refresh'));
