-- What takes two people: the ledger never names one person twice, and who applied is read from the record of the steps.

-- Not valid: rows of the register are never changed, and those before this rule are not judged by it.
alter table wms_ledger add constraint wms_ledger_two_keepers check (actor2_id <> actor1_id) not valid;

alter table wms_transaction drop column applicant_proxy_id;
