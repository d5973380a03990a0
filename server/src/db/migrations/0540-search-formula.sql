-- A product is found by its formula as well, stored plainly as what is typed is read.
update wms_product
   set search = left(search || ' ' || lower(regexp_replace(normalize(formula, NFKC), '[‐-―−]', '-', 'g')), 2000)
 where formula is not null;
