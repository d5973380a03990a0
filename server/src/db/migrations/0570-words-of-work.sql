-- What is being carried out has a word for each kind of document. A word of the site goes on for all of them; those of the product
-- come with the next start.
insert into sys_dic_field (dic_id, code, label, labels, props, sort, valid, former, shipped)
select f.dic_id, f.code || '.' || x.type, f.label, f.labels, f.props, f.sort, f.valid, f.former, f.shipped
  from sys_dic_field f
  join sys_dic d on d.id = f.dic_id
 cross join (values ('INBOUND'), ('OUTBOUND'), ('MOVE')) x (type)
 where d.code = 'WMS_STATE' and f.code = 'EXECUTING' and (f.label, f.labels) is distinct from (f.shipped ->> 'label', f.shipped -> 'labels');
delete from sys_dic_field f using sys_dic d where d.id = f.dic_id and d.code = 'WMS_STATE' and f.code = 'EXECUTING';
