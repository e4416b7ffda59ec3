-- Holds money for an order until `p_expires`, in spending order: bonus (earliest expiry first),
-- principal, reward. Once for each hold id; returns {bonus, principal, reward} in fen. Raises
-- BALANCE_SHORT {missing}; YJ001 when the id was used with other content.
CREATE OR REPLACE FUNCTION wallet_hold(
  p_member uuid, p_hold uuid, p_order uuid, p_amount_fen bigint, p_expires timestamptz, p_actor text, p_title text,
  p_now timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_hold wallet_hold;
  v_parts jsonb;
  v_part text;
  v_fen bigint;
BEGIN
  PERFORM wallet_settle(p_member, p_now);
  SELECT * INTO v_hold FROM wallet_hold WHERE member_id = p_member AND id = p_hold;
  IF FOUND THEN
    IF v_hold.bonus + v_hold.principal + v_hold.reward = p_amount_fen
       AND v_hold.order_id IS NOT DISTINCT FROM p_order THEN
      RETURN jsonb_build_object('bonus', v_hold.bonus, 'principal', v_hold.principal, 'reward', v_hold.reward);
    END IF;
    RAISE EXCEPTION 'wallet: hold % was made otherwise', p_hold USING ERRCODE = 'YJ001';
  END IF;
  v_parts := wallet_parts(p_member, p_amount_fen, p_now);
  IF (v_parts->>'missing')::bigint > 0 THEN
    PERFORM platform_refuse('BALANCE_SHORT', jsonb_build_object('missing', v_parts->'missing'));
  END IF;
  v_parts := v_parts - 'missing';
  INSERT INTO wallet_hold (member_id, id, order_id, bonus, principal, reward, expires_at, created_at)
  VALUES (p_member, p_hold, p_order, (v_parts->>'bonus')::bigint, (v_parts->>'principal')::bigint,
          (v_parts->>'reward')::bigint, p_expires, v_now);
  PERFORM wallet_take(p_member, p_hold, (v_parts->>'bonus')::bigint, p_now);
  FOREACH v_part IN ARRAY ARRAY['bonus', 'principal', 'reward'] LOOP
    v_fen := (v_parts->>v_part)::bigint;
    CONTINUE WHEN v_fen = 0;
    PERFORM ledger_hold(
      p_member,
      ROW(
        md5(p_hold || ':' || v_part)::uuid, 'CNY', wallet_purpose(v_part), v_fen, p_expires,
        p_actor, p_order, p_title)::ledger_hold_request,
      p_now);
  END LOOP;
  RETURN v_parts;
END $$;

-- Returns how much each account would pay of an amount now, and how much is missing; expired bonus
-- pays nothing, whether or not it is posted. The ledger must be locked and settled.
CREATE OR REPLACE FUNCTION wallet_parts(p_member uuid, p_amount_fen bigint, p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_bonus bigint;
  v_principal bigint;
  v_reward bigint;
BEGIN
  SELECT coalesce(sum(balance) FILTER (WHERE purpose = wallet_purpose('bonus')), 0),
         coalesce(sum(balance) FILTER (WHERE purpose = wallet_purpose('principal')), 0),
         coalesce(sum(balance) FILTER (WHERE purpose = wallet_purpose('reward')), 0)
  INTO v_bonus, v_principal, v_reward FROM ledger_account
  WHERE member_id = p_member AND asset = 'CNY'
    AND purpose IN (wallet_purpose('bonus'), wallet_purpose('principal'), wallet_purpose('reward'));
  IF v_bonus > 0 THEN v_bonus := greatest(0, v_bonus - wallet_ended(p_member, p_now)); END IF;
  v_bonus := least(p_amount_fen, v_bonus);
  v_principal := least(p_amount_fen - v_bonus, v_principal);
  v_reward := least(p_amount_fen - v_bonus - v_principal, v_reward);
  RETURN jsonb_build_object('bonus', v_bonus, 'principal', v_principal, 'reward', v_reward,
                            'missing', p_amount_fen - v_bonus - v_principal - v_reward);
END $$;

-- Returns the expired bonus that is not posted yet. The ledger must be locked and settled.
CREATE OR REPLACE FUNCTION wallet_ended(p_member uuid, p_now timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  RETURN (
    SELECT coalesce(sum(remaining), 0)::bigint FROM bonus_lot
    WHERE member_id = p_member AND remaining > 0 AND expires_at <= v_now
  );
END $$;

-- Returns the account of a part of a payment.
CREATE OR REPLACE FUNCTION wallet_purpose(p_part text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_part = 'reward' THEN 'reward_cash' ELSE p_part END
$$;
