-- What was decided about a document is found by it. The index that lets nobody decide twice leaves out what the clock has decided, so
-- that nothing which asks for all decisions could use it: each step, and each document of the proof, read the whole table.
create index bpm_decision_document on bpm_decision (biz_id, round);
