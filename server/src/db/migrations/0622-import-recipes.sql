-- Answers about the columns of a list, kept for the next list with the same headings.
create table sys_import_recipe (
  id uuid primary key,
  kind text not null,
  name text not null,
  headings text not null,
  choice jsonb not null,
  created_by uuid not null references sys_user (id),
  updated_at timestamptz not null default now()
);
-- Headings may be longer than an index entry.
create unique index sys_import_recipe_key on sys_import_recipe (kind, md5(headings), created_by);
comment on column sys_import_recipe.kind is 'Table and identifying column of the import';
comment on column sys_import_recipe.headings is 'Normalized headings of the list, in alphabetical order';
