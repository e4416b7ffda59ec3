-- Fulfilment terms that many benefits share. A benefit's own contract is still written once at each
-- publication and never changed; it says which terms, and which version of them, it was made from.
CREATE TABLE contract_terms (
  code text PRIMARY KEY,
  version integer NOT NULL CHECK (version > 0),
  name text NOT NULL UNIQUE CHECK (name <> ''),
  body jsonb NOT NULL,
  is_on boolean NOT NULL,
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE TABLE contract_terms_version (
  code text NOT NULL REFERENCES contract_terms (code),
  version integer NOT NULL,
  name text NOT NULL,
  body jsonb NOT NULL,
  is_on boolean NOT NULL,
  reason text NOT NULL,
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (code, version)
);
GRANT SELECT, INSERT, UPDATE (version, name, body, is_on, changed_by, changed_at)
  ON contract_terms TO yunjing_app;
GRANT SELECT, INSERT ON contract_terms_version TO yunjing_app;

ALTER TABLE fulfilment_contract
  ADD COLUMN terms_code text REFERENCES contract_terms (code),
  ADD COLUMN terms_version integer,
  ADD CONSTRAINT fulfilment_contract_terms CHECK ((terms_code IS NULL) = (terms_version IS NULL));
