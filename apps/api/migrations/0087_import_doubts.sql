-- Rows that can be taken as they are, but whose address looks mistyped: a person should have seen them before.
alter table user_import_row add column doubtful boolean not null default false;
