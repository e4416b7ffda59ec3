-- What operators do about suppliers: a loss is settled by a person, and says how.

ALTER TABLE loss_case
  ADD COLUMN settled_at timestamptz,
  ADD COLUMN settled_by uuid,
  ADD COLUMN settlement text,
  ADD CONSTRAINT loss_case_settled CHECK (num_nonnulls(settled_at, settled_by, settlement) IN (0, 3));
GRANT UPDATE (settled_at, settled_by, settlement) ON loss_case TO yunjing_app;
CREATE INDEX loss_case_open ON loss_case (created_at) WHERE settled_at IS NULL;

GRANT UPDATE (is_on) ON supplier TO yunjing_app;
