-- The operator sees how full a unit is by the count that the unit itself is held to: active and blocked people have a seat.
select operator_access('unit_seats', 'select');
