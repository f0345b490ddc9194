-- A unit whose time after the end is over is erased by the portal, unless it is kept: for demonstrations. No endpoint writes it.
alter table tenant add column kept boolean not null default false;
