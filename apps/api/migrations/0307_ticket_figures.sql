-- How the help desk is doing asks for the tickets that were opened or resolved within a period.
create index ticket_by_opening on ticket (tenant_id, created_at);
create index ticket_by_solution on ticket (tenant_id, resolved_at) where resolved_at is not null;
