-- Reserves an idempotency key in the transaction of its effect. A concurrent duplicate waits on the
-- key's row, then reads it. Returns taken (do the work, then platform_idempotency_store), replay
-- (`result` contains the result), or reused (another body).
CREATE OR REPLACE FUNCTION platform_idempotency_reserve(
  p_member uuid, p_route text, p_key text, p_hash bytea, p_now timestamptz,
  OUT outcome text, OUT result jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_hash bytea;
BEGIN
  INSERT INTO idem (member_id, route, key, request_hash, created_at)
  VALUES (p_member, p_route, p_key, p_hash, v_now)
  ON CONFLICT (member_id, route, key) DO NOTHING;
  IF FOUND THEN
    outcome := 'taken';
    RETURN;
  END IF;
  SELECT i.request_hash, i.result INTO v_hash, result
  FROM idem i WHERE i.member_id = p_member AND i.route = p_route AND i.key = p_key;
  outcome := CASE WHEN v_hash = p_hash THEN 'replay' ELSE 'reused' END;
END $$;

CREATE OR REPLACE FUNCTION platform_idempotency_store(p_member uuid, p_route text, p_key text, p_result jsonb)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE idem SET result = p_result WHERE member_id = p_member AND route = p_route AND key = p_key;
END $$;
