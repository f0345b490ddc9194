-- For which last day the administrators were reminded: when it moves, they are reminded again.
alter table incident add column soon_told_for date, add column late_told_for date;
alter table legal_hold add column end_told_for date;
