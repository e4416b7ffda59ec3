-- Transfers to a member the open sessions on a code that belong to accounts merged into this
-- member, so that a code opened before a merge can be redeemed after it.
CREATE OR REPLACE FUNCTION exchange_inherit(p_holder uuid, p_code_mac bytea) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE code_session s SET holder_id = p_holder FROM member m
  WHERE m.member_id = p_holder AND s.code_mac = p_code_mac AND s.state = 'open' AND s.holder_id = ANY (m.merged_from);
  UPDATE code_use u SET holder_id = p_holder FROM member m
  WHERE m.member_id = p_holder AND u.code_mac = p_code_mac AND u.state = 'held' AND u.holder_id = ANY (m.merged_from);
END $$;
