-- Settles a frozen reward that is due, or a held one that was approved: reward_frozen →
-- reward_cash, points, or a coupon (granted by the caller in the same transaction). Amounts the
-- member owes from earlier rewards are deducted first. `p_reviewer` is null for settlement by time.
-- Returns {kind, amount, repaid}, or null when there was nothing to settle.
CREATE OR REPLACE FUNCTION invitations_settle(p_member uuid, p_id uuid, p_reviewer text, p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_reward invite_reward;
  v_before invite_reward;
  v_due record;
  v_repaid bigint := 0;
  v_part bigint;
  v_was text;
BEGIN
  PERFORM FROM ledger_lock_member(p_member, p_now);
  SELECT * INTO v_before FROM invite_reward WHERE member_id = p_member AND id = p_id FOR NO KEY UPDATE;
  v_was := v_before.state;
  UPDATE invite_reward SET state = 'SETTLED', settled_at = v_now, reason = '', reviewer = coalesce(p_reviewer, reviewer)
  WHERE member_id = p_member AND id = p_id
    AND (state = 'FROZEN' AND freeze_until <= v_now OR state = 'HELD' AND p_reviewer IS NOT NULL)
  RETURNING * INTO v_reward;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM invitations_count_reward(p_member, v_before, v_reward);
  PERFORM FROM platform_state_change_insert(p_member, 'invite_reward', p_id, 'settle', v_was, 'SETTLED',
                                       coalesce('operator:' || p_reviewer, 'system'), p_now);
  IF v_reward.kind = 'cash' THEN
    FOR v_due IN
      SELECT id, owed_fen FROM invite_reward WHERE member_id = p_member AND owed_fen > 0 ORDER BY created_at, id
    LOOP
      v_part := least(v_due.owed_fen, v_reward.amount - v_repaid);
      EXIT WHEN v_part = 0;
      UPDATE invite_reward SET owed_fen = owed_fen - v_part, taken = taken + v_part
      WHERE member_id = p_member AND id = v_due.id;
      v_repaid := v_repaid + v_part;
    END LOOP;
    PERFORM FROM ledger_post(
      p_member,
      ROW(
        md5(p_id || ':settled')::uuid, 'invite_settle', p_id::text,
        ledger_hash(to_jsonb(v_reward.amount)), 'system', NULL, v_reward.friend)::ledger_posting,
      invitations_moves(
        'reward_frozen', 'reward_cash',
        v_reward.amount) || invitations_moves('reward_cash', 'expense', v_repaid),
      p_now);
  END IF;
  RETURN jsonb_build_object('kind', v_reward.kind, 'amount', v_reward.amount, 'repaid', v_repaid,
                            'terms', v_reward.terms);
END $$;
