-- The screen of the portal in whose help a question stands; a name of the contract's screens.
alter table faq add column screen text check (length(screen) <= 60);
alter table shared_faq add column screen text check (length(screen) <= 60);
