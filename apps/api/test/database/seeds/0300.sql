-- a mailbox, and a mail that nobody knows
insert into ticket_mailbox (host, port, protocol, user_name, password, address)
  values ('imap.example', 993, 'tls', 'respostas', 'v1.sealed', 'respostas@portal.example');
insert into ticket_mailbox_check (only_row, checked_at) values (true, now());
insert into ticket_mail (id, key, received_at, sender, outcome, reason)
  values (lpad('30001', 32, '0')::uuid, sha256('1'), now(), 'a…@cliente.example', 'refused', 'unknown_sender');
