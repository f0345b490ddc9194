-- a partner that had its summary, and somebody of it who wants none
insert into partner_summary (partner_id, week) select id, '2026-11-02' from partner order by id limit 1;
update staff set weekly_summary = false where person_id = (select min(person_id::text)::uuid from staff where role = 'partner');
update usage_count set summarised = '2026-11-02';
