-- Refuses what a statement finds wrong with the same error as the posting function, so that nobody has to wait for its answer.
create function sys_refuse(p_code text) returns void language plpgsql as $$
begin
  if p_code is not null then
    raise exception '%', p_code using errcode = 'KW001', detail = json_build_object('code', p_code)::text;
  end if;
end $$;
