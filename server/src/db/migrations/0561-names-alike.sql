-- Whether a name that people give themselves is that of somebody else is asked without its case, widths and spaces.
create index sys_user_plain_name on sys_user ((lower(regexp_replace(normalize(name, NFKC), '\s', '', 'g'))));
