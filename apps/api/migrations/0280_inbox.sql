-- When a person marked it as unread again: by this a bulk act is taken back, as by read_at and deleted_at.
alter table notification add column unread_at timestamptz;
