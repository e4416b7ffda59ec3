-- Refuses a member who was merged into another (ACCOUNT_MERGED) or has closed the account
-- (ACCOUNT_CLOSED). Otherwise locks the member's row until the caller's transaction ends, so that a
-- merge sees everything that the transaction writes. Callers do not wait for each other; only a
-- merge or a closing excludes them (members_lock). Accepts a guest, and an id of no member.
-- Every function in which a member acts calls it before it locks any other row of the member.
CREATE OR REPLACE FUNCTION members_refuse_merged(p_member uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_into uuid;
  v_status text;
BEGIN
  SELECT merged_into, status INTO v_into, v_status FROM member WHERE member_id = p_member FOR KEY SHARE;
  IF v_into IS NOT NULL THEN
    PERFORM platform_refuse('ACCOUNT_MERGED');
  END IF;
  IF v_status = 'CANCELLED' AND v_into IS NULL THEN
    PERFORM platform_refuse('ACCOUNT_CLOSED');
  END IF;
END $$;

-- Like platform_idempotency_reserve, for a key of a member. A request that was answered before the
-- merge gets the same answer; any other request of a merged member raises ACCOUNT_MERGED, and the
-- key stays free.
CREATE OR REPLACE FUNCTION members_idempotency_reserve(
  p_member uuid, p_route text, p_key text, p_hash bytea, p_now timestamptz,
  OUT outcome text, OUT result jsonb
) LANGUAGE plpgsql AS $$
DECLARE v_reserved record;
BEGIN
  v_reserved := platform_idempotency_reserve(p_member, p_route, p_key, p_hash, p_now);
  outcome := v_reserved.outcome;
  result := v_reserved.result;
  IF outcome = 'taken' THEN PERFORM members_refuse_merged(p_member); END IF;
END $$;
