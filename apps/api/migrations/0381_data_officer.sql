-- Who answers for the data of the unit (LGPD, art. 41), for the records of processing.
alter table tenant_setting
  add column data_officer_name text not null default '' check (length(data_officer_name) <= 120),
  add column data_officer_email text not null default '' check (length(data_officer_email) <= 254);
