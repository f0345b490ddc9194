-- A change to a unit that is at home under another host takes a token along, because no cookie goes with it.

alter table one_time_token
  -- The session that asked for the change: it says how and when the person signed in, and ends when the token is taken.
  add column session_id uuid references session on delete cascade,
  -- The browser that asked for it; another one is refused.
  add column user_agent text,
  add check ((purpose = 'company') <= (num_nulls(tenant_id, host, session_id, user_agent) = 0));
create index one_time_token_of_session on one_time_token (session_id) where session_id is not null;
