-- What the mail server of the recipient answered when it refused a mail to this person for good; null when it has taken one since, or the
-- address has changed.
alter table membership add column mail_refusal text;
