-- What a unit says in place of the portal's own sentences, in its mails and notifications (docs/reference/product-rules.md 14). Every
-- version is a row, and the newest one of a kind and a language holds.
create table wording (
  tenant_id uuid not null references tenant on delete cascade,
  id uuid not null default uuid_v7(),
  -- A kind of mail; `notice_…` is a notification as well.
  kind text not null check (length(kind) between 1 and 60),
  language text not null check (language in ('pt-BR', 'pt-PT', 'en-US', 'es')),
  number integer not null check (number > 0),
  -- Null in both: the portal's own sentences again.
  subject text check (length(subject) between 1 and 120),
  text text check (length(text) between 1 and 2000),
  author_id uuid references person on delete set null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint wording_in_order unique (tenant_id, kind, language, number),
  check ((subject is null) = (text is null))
);
create index wording_by_author on wording (tenant_id, author_id) where author_id is not null;
select tenant_table('wording', 'write');
select audited('wording');
-- Mails are written before anybody is signed in.
select identity_access('wording', 'select');
