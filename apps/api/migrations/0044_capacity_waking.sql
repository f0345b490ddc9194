-- Who may switch on the capacity of an account's workspaces when it is paused: it costs by the second.

alter table reporting_account add column waking text not null default 'administrators' check (waking in ('nobody', 'administrators', 'everybody'));
