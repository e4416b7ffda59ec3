-- A member appeals against a reward that the risk check withheld (HELD, or REJECTED automatically),
-- within `p_open_ms` of the decision. Returns waiting (also when an appeal already waits; its first
-- text stays), or why not: missing, none (it was not withheld), decided (by an operator already),
-- late.
CREATE OR REPLACE FUNCTION invitations_appeal(
  p_member uuid, p_id uuid, p_words text, p_open_ms bigint, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_reward invite_reward;
  v_state text;
BEGIN
  PERFORM ledger_lock_member(p_member, p_now);
  SELECT * INTO v_reward FROM invite_reward WHERE member_id = p_member AND id = p_id;
  IF NOT FOUND THEN RETURN 'missing'; END IF;
  SELECT state INTO v_state FROM invite_appeal WHERE member_id = p_member AND reward_id = p_id;
  IF v_state = 'WAITING' THEN RETURN 'waiting'; END IF;
  IF v_state IS NOT NULL OR v_reward.state = 'REJECTED' AND v_reward.reason IS DISTINCT FROM 'risk_rejected' THEN
    RETURN 'decided';
  END IF;
  IF ((v_reward.state, v_reward.reason) IN (('HELD', 'risk'), ('REJECTED', 'risk_rejected'))) IS NOT TRUE THEN
    RETURN 'none';
  END IF;
  IF coalesce(v_reward.ended_at, v_reward.freeze_until) + p_open_ms * interval '1 ms' <= v_now THEN
    RETURN 'late';
  END IF;
  INSERT INTO invite_appeal (member_id, reward_id, state, words, appealed_at)
  VALUES (p_member, p_id, 'WAITING', p_words, v_now);
  RETURN 'waiting';
END $$;

-- Grants an appeal: the reward is FROZEN again for `p_freeze_ms`, and `reviewer` marks that no
-- further risk check runs. A REJECTED reward is charged to its campaign once more and its cash goes
-- expense → reward_frozen, as `p_amount`, `p_cost` and `p_base` state; a HELD one still has both.
-- Returns granted, over (the appeal was decided, or the reward has changed otherwise), or budget
-- (too little is left).
CREATE OR REPLACE FUNCTION invitations_grant(
  p_member uuid, p_id uuid, p_amount bigint, p_cost bigint, p_base bigint, p_freeze_ms bigint, p_reviewer text,
  p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_was invite_reward;
  v_is invite_reward;
  v_bucket smallint;
  v_by text := 'operator:' || p_reviewer;
BEGIN
  PERFORM FROM ledger_lock_member(p_member, p_now);
  UPDATE invite_appeal SET state = 'GRANTED', reviewer = p_reviewer, decided_at = v_now
  WHERE member_id = p_member AND reward_id = p_id AND state = 'WAITING';
  IF NOT FOUND THEN RETURN 'over'; END IF;
  PERFORM FROM platform_state_change_insert(p_member, 'invite_appeal', p_id, 'grant', 'WAITING', 'GRANTED', v_by, p_now);
  SELECT * INTO v_was FROM invite_reward WHERE member_id = p_member AND id = p_id FOR NO KEY UPDATE;
  IF v_was.state = 'HELD' THEN
    UPDATE invite_reward SET state = 'FROZEN', reason = '', reviewer = p_reviewer,
                             freeze_until = v_now + p_freeze_ms * interval '1 ms'
    WHERE member_id = p_member AND id = p_id AND state = 'HELD'
    RETURNING * INTO v_is;
    PERFORM invitations_count_reward(p_member, v_was, v_is);
    PERFORM FROM platform_state_change_insert(p_member, 'invite_reward', p_id, 'grant', 'HELD', 'FROZEN', v_by, p_now);
    RETURN 'granted';
  END IF;
  IF (v_was.state, v_was.reason) IS DISTINCT FROM ('REJECTED', 'risk_rejected') THEN RETURN 'over'; END IF;
  IF p_cost > 0 THEN
    v_bucket := invitations_charge(v_was.campaign_id, p_cost, (hashtext(p_id::text) & 15)::smallint);
    IF v_bucket IS NULL THEN RETURN 'budget'; END IF;
  END IF;
  UPDATE invite_reward
  SET state = 'FROZEN', reason = '', reviewer = p_reviewer, amount = p_amount, cost_fen = p_cost, base_fen = p_base,
      bucket = v_bucket, ended_at = NULL, freeze_until = v_now + p_freeze_ms * interval '1 ms'
  WHERE member_id = p_member AND id = p_id AND state = 'REJECTED'
  RETURNING * INTO v_is;
  PERFORM invitations_count_reward(p_member, v_was, v_is);
  PERFORM FROM platform_state_change_insert(p_member, 'invite_reward', p_id, 'grant', 'REJECTED', 'FROZEN', v_by, p_now);
  IF v_was.kind = 'cash' THEN
    PERFORM FROM ledger_post(
      p_member,
      ROW(
        md5(p_id || ':granted')::uuid, 'invite_reward', p_id || ':granted',
        ledger_hash(to_jsonb(p_amount)), 'operator:' || p_reviewer, NULL,
        v_was.friend)::ledger_posting,
      invitations_moves('expense', 'reward_frozen', p_amount), p_now);
  END IF;
  RETURN 'granted';
END $$;

-- Denies an appeal, with a reply for the member; a HELD reward ends. Returns denied, or over.
CREATE OR REPLACE FUNCTION invitations_deny(
  p_member uuid, p_id uuid, p_reviewer text, p_reply text, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_was invite_reward;
BEGIN
  PERFORM FROM ledger_lock_member(p_member, p_now);
  UPDATE invite_appeal SET state = 'DENIED', reviewer = p_reviewer, reply = p_reply, decided_at = v_now
  WHERE member_id = p_member AND reward_id = p_id AND state = 'WAITING';
  IF NOT FOUND THEN RETURN 'over'; END IF;
  PERFORM FROM platform_state_change_insert(p_member, 'invite_appeal', p_id, 'deny', 'WAITING', 'DENIED',
                                       'operator:' || p_reviewer, p_now);
  SELECT * INTO v_was FROM invite_reward WHERE member_id = p_member AND id = p_id;
  IF v_was.state = 'HELD' THEN
    PERFORM invitations_cut(
      p_member, p_id, ROW(0, 0, v_was.base_fen, 'REJECTED', 'risk_rejected', 'operator:' || p_reviewer), p_now);
  END IF;
  RETURN 'denied';
END $$;
