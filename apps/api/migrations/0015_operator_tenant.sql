-- The operator's own unit is called what it is.
alter table tenant rename column is_house to is_operator_tenant;
