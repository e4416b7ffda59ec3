-- Returns spent money, once for each ref (a refund's number): clearing → the accounts it came from,
-- in proportion; with the last fen each gets back exactly what it paid; bonus returns to the lots
-- it came from. Returns {outcome: posted | replay, bonus, principal, reward}; 23514 when it would
-- be more than the hold spent, YJ001 when the ref was used with other content.
CREATE OR REPLACE FUNCTION wallet_return(
  p_member uuid, p_ref text, p_hold uuid, p_amount_fen bigint, p_actor text, p_title text, p_now timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_hold wallet_hold;
  v_back bigint;
  v_principal bigint;
  v_reward bigint;
  v_parts jsonb;
  v_transfers jsonb;
  v_endless bigint;
BEGIN
  PERFORM wallet_settle(p_member, p_now);
  PERFORM 1 FROM ledger_txn WHERE member_id = p_member AND kind = 'wallet_return' AND ref = p_ref;
  IF FOUND THEN
    PERFORM 1 FROM ledger_txn WHERE member_id = p_member AND kind = 'wallet_return' AND ref = p_ref
      AND request_hash = ledger_hash(jsonb_build_array(p_hold, p_amount_fen));
    IF FOUND THEN RETURN jsonb_build_object('outcome', 'replay'); END IF;
    RAISE EXCEPTION 'wallet: % was returned with other content', p_ref USING ERRCODE = 'YJ001';
  END IF;
  SELECT * INTO STRICT v_hold FROM wallet_hold WHERE member_id = p_member AND id = p_hold;
  v_back := v_hold.bonus_back + v_hold.principal_back + v_hold.reward_back + p_amount_fen;
  IF v_hold.state <> 'confirmed' OR p_amount_fen <= 0 OR v_back > v_hold.bonus + v_hold.principal + v_hold.reward THEN
    RAISE EXCEPTION 'wallet: more would go back than % spent', p_hold USING ERRCODE = '23514';
  END IF;
  -- Of the total returned after this step: the principal's part first, then the reward's part of
  -- the rest. Each grows with every step, and none exceeds what it paid.
  v_principal := v_back * v_hold.principal / (v_hold.bonus + v_hold.principal + v_hold.reward);
  v_reward := (v_back - v_principal) * v_hold.reward / greatest(v_hold.bonus + v_hold.reward, 1);
  v_parts := jsonb_build_object('principal', v_principal - v_hold.principal_back,
    'reward', v_reward - v_hold.reward_back, 'bonus', v_back - v_principal - v_reward - v_hold.bonus_back);
  -- Bonus without an expiry returns first; among lots, the latest expiry first.
  SELECT v_hold.bonus - v_hold.bonus_back - coalesce(sum(taken - back), 0) INTO v_endless FROM wallet_hold_lot
  WHERE member_id = p_member AND hold_id = p_hold;
  PERFORM wallet_give_back(p_member, p_hold, greatest(0, (v_parts->>'bonus')::bigint - v_endless),
                           v_now, p_now);
  UPDATE wallet_hold SET principal_back = v_principal, reward_back = v_reward,
                         bonus_back = v_back - v_principal - v_reward
  WHERE member_id = p_member AND id = p_hold;
  SELECT jsonb_agg(jsonb_build_object('asset', 'CNY', 'debit', 'clearing', 'credit', wallet_purpose(part),
                                      'amount', fen::bigint) ORDER BY part) INTO v_transfers
  FROM jsonb_each_text(v_parts) AS x (part, fen) WHERE fen::bigint > 0;
  PERFORM ledger_post(
    p_member,
    ROW(
      md5('wallet_return:' || p_ref)::uuid, 'wallet_return', p_ref,
      ledger_hash(jsonb_build_array(p_hold, p_amount_fen)), p_actor, v_hold.order_id,
      p_title)::ledger_posting,
    v_transfers, p_now);
  RETURN v_parts || jsonb_build_object('outcome', 'posted');
END $$;
