-- Operators find postings by a reference alone, of any kind and member (decision 0138).
CREATE INDEX ledger_txn_ref ON ledger_txn (ref);
