-- The number of a row of opening stock is the same one in other letters.
create index wms_opening_row_folded on wms_opening_row (org_id, lower(ref collate "und-x-icu"));
