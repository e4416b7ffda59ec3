-- Transfers to a member the open sessions on a code that belong to accounts merged into this
-- member, so that a code opened before a merge can be redeemed after it.
CREATE OR REPLACE FUNCTION exchange_inherit(p_holder uuid, p_code_mac bytea) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_merged uuid[] := (SELECT merged_from FROM member WHERE member_id = p_holder);
BEGIN
  -- Most members were never merged.
  IF coalesce(cardinality(v_merged), 0) = 0 THEN RETURN; END IF;
  UPDATE code_session SET holder_id = p_holder
  WHERE code_mac = p_code_mac AND state = 'open' AND holder_id = ANY (v_merged);
  UPDATE code_use SET holder_id = p_holder
  WHERE code_mac = p_code_mac AND state = 'held' AND holder_id = ANY (v_merged);
END $$;
