-- Nobody asked for it, and to compute it for a large export held up everybody else.
alter table file drop column sha256;
