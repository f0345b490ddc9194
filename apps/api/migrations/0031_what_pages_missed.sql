-- A page that comes back is told to ask anew only where events that it missed are no longer here. Of each unit, person and topic the last
-- event stays, and knows which were removed before it.
alter table live_event
  -- Transactions of the latest events of this unit, person and topic that are no longer here; whoever has heard these has heard those before.
  add column removed xid8[];
select identity_access('live_event', 'update');
-- Nothing else of an event is ever changed.
revoke update on live_event from portal_identity;
grant update (removed) on live_event to portal_identity;
