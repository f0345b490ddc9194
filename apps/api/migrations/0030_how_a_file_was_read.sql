-- What the reporting service understood of a file of data, as it says it.
alter table report_upload add column reading jsonb;

-- The log need not repeat what stands in cells.
drop trigger audit on report_upload;
drop trigger audit_added on report_upload;
select audited('report_upload', array['reading']);
