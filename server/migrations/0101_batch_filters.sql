-- Operators list the batches of all makers by state, the newest first.
CREATE INDEX code_batch_state_newest ON code_batch (state, created_at DESC, batch_id DESC);
