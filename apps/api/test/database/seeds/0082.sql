-- an administrator who sees the bills of the unit's client
update membership set billing_administrator = true where role = 'admin';
