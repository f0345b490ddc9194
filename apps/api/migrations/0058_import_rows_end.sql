-- The cells of a file are people's data: they end thirty days after the import, its numbers stay.
alter table user_import add column rows_forgotten_at timestamptz;
