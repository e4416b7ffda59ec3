-- Reduces a reward to the amount and the cost of `p_cut`. Before settlement it becomes smaller or
-- ends as `end_state` (CANCELLED, REJECTED); after settlement it is clawed back. Cash that was already
-- spent is owed and deducted from the next rewards; points become debt; a used coupon stays used.
-- Never raises a reward, so a repeat changes nothing. Returns {was, state, taken, less}, or null
-- when nothing changed.
CREATE OR REPLACE FUNCTION invitations_cut(
  p_member uuid, p_id uuid, p_cut invitations_reduction, p_now timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_was invite_reward;
  v_is invite_reward;
  v_less bigint;
  v_taken bigint := 0;
  v_state text;
  v_ref text;
BEGIN
  PERFORM FROM ledger_lock_member(p_member, p_now);
  SELECT * INTO v_was FROM invite_reward WHERE member_id = p_member AND id = p_id FOR NO KEY UPDATE;
  IF v_was.state IS NULL OR v_was.state NOT IN ('FROZEN', 'HELD', 'SETTLED') OR p_cut.amount >= v_was.amount THEN
    RETURN NULL;
  END IF;
  v_less := v_was.amount - p_cut.amount;
  v_state := CASE WHEN p_cut.amount > 0 THEN v_was.state WHEN v_was.state = 'SETTLED' THEN 'CLAWED_BACK'
                  ELSE p_cut.end_state END;
  IF v_was.state = 'SETTLED' THEN
    SELECT * INTO v_taken FROM invitations_take(
      p_member, p_id, v_was.kind, v_was.friend, v_less, p_cut.amount, p_cut.actor, p_now);
  ELSIF v_was.kind = 'cash' THEN
    -- A reward that an appeal restored may be reduced to the same amount once more.
    v_ref := p_id || ':' || p_cut.amount || CASE WHEN v_was.reviewer IS NULL THEN '' ELSE ':granted' END;
    PERFORM FROM ledger_post(
      p_member,
      ROW(
        md5(v_ref || ':cut')::uuid, 'invite_cut', v_ref, ledger_hash(to_jsonb(v_less)), p_cut.actor,
        NULL, v_was.friend)::ledger_posting,
      invitations_moves('reward_frozen', 'expense', v_less), p_now);
  END IF;
  UPDATE invite_budget SET used_fen = used_fen - (v_was.cost_fen - p_cut.cost_fen)
  WHERE campaign_id = v_was.campaign_id AND bucket = v_was.bucket;
  UPDATE invite_reward
  SET amount = p_cut.amount, base_fen = p_cut.base_fen, cost_fen = p_cut.cost_fen,
      bucket = CASE WHEN p_cut.cost_fen > 0 THEN bucket END,
      state = v_state, reason = CASE WHEN p_cut.amount = 0 THEN p_cut.reason ELSE reason END, taken = taken + v_taken,
      owed_fen = owed_fen + CASE WHEN v_was.state = 'SETTLED' AND kind = 'cash' THEN v_less - v_taken ELSE 0 END,
      ended_at = CASE WHEN p_cut.amount = 0 THEN v_now END
  WHERE member_id = p_member AND id = p_id AND state = v_was.state
  RETURNING * INTO v_is;
  PERFORM invitations_count_reward(p_member, v_was, v_is);
  PERFORM FROM platform_state_change_insert(p_member, 'invite_reward', p_id, CASE v_state
    WHEN 'CLAWED_BACK' THEN 'claw_back' WHEN 'CANCELLED' THEN 'cancel' ELSE 'reject' END, v_was.state, v_state,
    p_cut.actor, p_now);
  RETURN jsonb_build_object('was', v_was.state, 'state', v_state, 'taken', v_taken, 'less', v_less);
END $$;

-- Claws back up to this amount of a settled reward. Returns how much was available.
CREATE OR REPLACE FUNCTION invitations_take(
  p_member uuid, p_id uuid, p_kind text, p_friend text, p_less bigint, p_left bigint, p_actor text, p_now timestamptz
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_ref text := p_id || ':' || p_left;
  v_there bigint;
BEGIN
  IF p_kind = 'points' THEN
    PERFORM points_revoke(p_member, v_ref, 'invite_points', p_id::text, p_less, p_actor, '退款扣回', p_now);
    RETURN p_less;
  ELSIF p_kind = 'coupon' THEN
    RETURN coupons_revoke(p_member, 'invite', p_id::text, '退款', p_now);
  END IF;
  SELECT least(p_less, balance) INTO v_there FROM ledger_account
  WHERE member_id = p_member AND purpose = 'reward_cash' AND asset = 'CNY';
  v_there := coalesce(v_there, 0);
  IF v_there > 0 THEN
    PERFORM ledger_post(
      p_member,
      ROW(
        md5(v_ref || ':back')::uuid, 'invite_back', v_ref, ledger_hash(to_jsonb(v_there)), p_actor,
        NULL, p_friend)::ledger_posting,
      invitations_moves('reward_cash', 'expense', v_there), p_now);
  END IF;
  RETURN v_there;
END $$;
