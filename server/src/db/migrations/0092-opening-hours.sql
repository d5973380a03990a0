-- When goods can be brought and collected, as the site writes it: 周一至周五 8:30–17:00.
alter table wms_warehouse add column opening_hours text;
