-- Paginated reports become lists and workbooks as well.
alter table report_export drop constraint report_export_format_check,
  add constraint report_export_format_check check (format in ('PDF', 'PPTX', 'PNG', 'XLSX', 'CSV'));
