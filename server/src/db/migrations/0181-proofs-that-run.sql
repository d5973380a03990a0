create index wms_ledger_proof_running on wms_ledger_proof (begun_at) where ended_at is null;
