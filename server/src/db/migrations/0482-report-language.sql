-- Names that reporting views show are those of the reader's language.
alter table sys_report_reader add column lang text not null default 'zh' check (lang in ('zh', 'en'));
