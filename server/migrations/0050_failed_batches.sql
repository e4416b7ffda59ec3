-- A batch whose codes cannot be made ends in `failed`, where its maker sees it and may have them made again.
ALTER TABLE code_batch DROP CONSTRAINT code_batch_state_check;
ALTER TABLE code_batch ADD CONSTRAINT code_batch_state_check
  CHECK (state IN ('draft', 'generating', 'failed', 'ready', 'active', 'paused', 'ended', 'void', 'rejected'));
