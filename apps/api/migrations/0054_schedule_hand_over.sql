-- The administrators were told that the keeper of the schedule has left.
alter table refresh_schedule add column hand_over_offered boolean not null default false;
