-- run as: login
--
-- Where pg-boss keeps its tables. `migrate` fills the schema right after the migrations (core/jobs/install.ts) and says
-- there who may do what: a request may add a job for its own unit and read nothing, portal_jobs may do the rest.

create schema jobs authorization portal_owner;
grant usage on schema jobs to portal_app, portal_partner, portal_operator, portal_identity, portal_jobs;
