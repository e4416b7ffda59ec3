-- Stores a notification unchanged, the first time it arrives; applied_at stays NULL when it was not
-- applied.
CREATE OR REPLACE FUNCTION platform_inbox_insert(p_event_key text, p_body jsonb, p_is_applied boolean, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  INSERT INTO inbox (event_key, body, received_at, applied_at)
  VALUES (p_event_key, p_body, v_now, CASE WHEN p_is_applied THEN v_now END)
  ON CONFLICT (event_key) DO NOTHING;
END $$;
