-- The state of the page as the report was made, hashed: who comes back to it by hand keeps no filters any more.
alter table saved_view add column made_hash bytea check (made_hash is null or kind = 'filters');
