-- The page of one exchange code finds it by its id; what a member opened is found by the holder.
CREATE INDEX code_by_id ON code (code_id);
CREATE INDEX code_session_holder ON code_session (holder_id, created_at DESC) WHERE holder_id IS NOT NULL;
