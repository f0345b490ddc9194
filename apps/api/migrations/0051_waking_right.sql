-- Readers who may switch on the paused capacity of a report that they wait for, where its account lets administrators do so.

alter table membership add column wake_capacities boolean not null default false;
