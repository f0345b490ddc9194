-- the pages of report 63
insert into page_list (tenant_id, report_id, names, titles, words)
values (lpad('2', 32, '0')::uuid, lpad('63', 32, '0')::uuid, '{overview,stores}', '{Overview,Stores}', 'overview stores');
