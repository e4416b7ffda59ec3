-- Spends a hold: each part → clearing. True when it is spent, also when it was before. A lapsed
-- hold is taken again from the current balances; false when they do not suffice, and then nothing
-- has happened. Bonus that expired while on hold is spent anyway.
CREATE OR REPLACE FUNCTION wallet_confirm(
  p_member uuid, p_hold uuid, p_actor text, p_title text, p_now timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_hold wallet_hold;
  v_parts jsonb;
  v_transfers jsonb;
BEGIN
  PERFORM wallet_settle(p_member, p_now);
  SELECT * INTO STRICT v_hold FROM wallet_hold WHERE member_id = p_member AND id = p_hold;
  IF v_hold.state = 'confirmed' THEN RETURN true; END IF;
  IF v_hold.state = 'open' THEN
    PERFORM ledger_confirm(p_member, md5(p_hold || ':confirm:' || part)::uuid, md5(p_hold || ':' || part)::uuid,
                           jsonb_build_array(jsonb_build_object('credit', 'clearing', 'amount', fen)), p_actor, p_title,
                           p_now)
    FROM (VALUES ('bonus', v_hold.bonus), ('principal', v_hold.principal), ('reward', v_hold.reward)) AS x (part, fen)
    WHERE fen > 0;
    UPDATE wallet_hold SET state = 'confirmed' WHERE member_id = p_member AND id = p_hold;
    RETURN true;
  END IF;

  v_parts := wallet_parts(p_member, v_hold.bonus + v_hold.principal + v_hold.reward, p_now);
  IF (v_parts->>'missing')::bigint > 0 OR ledger_is_frozen(p_member, 'CNY') THEN RETURN false; END IF;
  PERFORM wallet_take(p_member, p_hold, (v_parts->>'bonus')::bigint, p_now);
  SELECT jsonb_agg(jsonb_build_object('asset', 'CNY', 'debit', wallet_purpose(part), 'credit', 'clearing',
                                      'amount', fen::bigint) ORDER BY part) INTO v_transfers
  FROM jsonb_each_text(v_parts) AS x (part, fen) WHERE fen::bigint > 0;
  PERFORM ledger_post(
    p_member,
    ROW(
      md5(p_hold || ':confirm')::uuid, 'hold_confirm', p_hold::text, ledger_hash(v_transfers),
      p_actor, v_hold.order_id, p_title)::ledger_posting,
    v_transfers, p_now);
  UPDATE wallet_hold SET state = 'confirmed', bonus = (v_parts->>'bonus')::bigint,
    principal = (v_parts->>'principal')::bigint, reward = (v_parts->>'reward')::bigint
  WHERE member_id = p_member AND id = p_hold;
  RETURN true;
END $$;
