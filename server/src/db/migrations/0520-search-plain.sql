-- What is searched in is stored plainly, as what is typed is read: full width as half width, every dash as one. Of a product its UN
-- number is found as well.
update wms_product set search = search || ' un' || un_no where un_no is not null;
update wms_product set search = regexp_replace(normalize(search, NFKC), '[‐-―−]', '-', 'g')
 where search <> regexp_replace(normalize(search, NFKC), '[‐-―−]', '-', 'g');
update sys_user set search = regexp_replace(normalize(search, NFKC), '[‐-―−]', '-', 'g')
 where search <> regexp_replace(normalize(search, NFKC), '[‐-―−]', '-', 'g');
update wms_org set search = regexp_replace(normalize(search, NFKC), '[‐-―−]', '-', 'g')
 where search <> regexp_replace(normalize(search, NFKC), '[‐-―−]', '-', 'g');
update wms_warehouse set search = regexp_replace(normalize(search, NFKC), '[‐-―−]', '-', 'g')
 where search <> regexp_replace(normalize(search, NFKC), '[‐-―−]', '-', 'g');
