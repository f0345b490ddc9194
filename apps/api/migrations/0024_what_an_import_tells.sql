-- What a review of an import and its undoing tell.
alter table user_import
  -- Sheets of the workbook that were not read, because only the first is.
  add column other_sheets text[] not null default '{}',
  -- How many people undoing deactivated, and how many it left and why.
  add column undone jsonb;

alter table user_import_row
  -- Whether the person takes a seat: they are new here or come back.
  add column joins boolean not null default true,
  -- Whether the person belonged to the unit, is deactivated, and comes back.
  add column returns boolean not null default false;
