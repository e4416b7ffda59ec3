-- Creates a reward, once for each binding, side and trigger. `p_reward` is {id, bindingId, rule,
-- campaignId, version, inviteeId, orderId, friend, kind, terms, amount, baseFen, costFen,
-- monthCap?, freezeMs, txnId, title, cancelReason?}. It is charged to the campaign's budget, or
-- cancelled where too little is left; above the month's cap it is HELD for review. Cash goes
-- expense → reward_frozen. Returns its state, or replay.
CREATE OR REPLACE FUNCTION invitations_reward(p_member uuid, p_reward jsonb, p_now timestamptz)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_id uuid := (p_reward->>'id')::uuid;
  v_amount bigint := (p_reward->>'amount')::bigint;
  v_cost bigint := (p_reward->>'costFen')::bigint;
  v_bucket smallint;
  v_count bigint;
  v_state text := 'FROZEN';
  v_reason text := '';
  v_reward invite_reward;
BEGIN
  PERFORM FROM ledger_lock_member(p_member, p_now);
  PERFORM 1 FROM invite_reward
  WHERE member_id = p_member AND binding_id = (p_reward->>'bindingId')::uuid AND rule = p_reward->>'rule'
    AND trigger_id = 'first_order';
  IF FOUND THEN RETURN 'replay'; END IF;

  IF v_cost > 0 AND p_reward->>'cancelReason' IS NULL THEN
    v_bucket := invitations_charge((p_reward->>'campaignId')::uuid, v_cost, (hashtext(v_id::text) & 15)::smallint);
  END IF;
  IF p_reward->>'cancelReason' IS NOT NULL THEN
    v_state := 'CANCELLED';
    v_reason := p_reward->>'cancelReason';
  ELSIF v_amount = 0 THEN
    v_state := 'CANCELLED';
    v_reason := 'nothing_kept';
  ELSIF v_cost > 0 AND v_bucket IS NULL THEN
    v_state := 'CANCELLED';
    v_reason := 'budget';
  ELSIF p_reward->>'monthCap' IS NOT NULL THEN
    SELECT count(*) INTO v_count FROM invite_reward
    WHERE member_id = p_member AND rule = 'inviter' AND state NOT IN ('CANCELLED', 'REJECTED')
      AND created_at >= date_trunc('month', v_now, 'Asia/Shanghai');
    IF v_count >= (p_reward->>'monthCap')::integer THEN
      v_state := 'HELD';
      v_reason := 'cap';
    END IF;
  END IF;

  INSERT INTO invite_reward (member_id, id, binding_id, rule, trigger_id, campaign_id, rule_version, invitee_id, order_id,
    friend, kind, terms, first_amount, amount, base_fen, cost_fen, bucket, state, reason, freeze_until, created_at,
    ended_at)
  SELECT p_member, v_id, r."bindingId", r.rule, 'first_order', r."campaignId", r.version, r."inviteeId", r."orderId",
         r.friend, r.kind, r.terms, v_amount, CASE v_state WHEN 'CANCELLED' THEN 0 ELSE v_amount END, r."baseFen",
         CASE WHEN v_bucket IS NULL THEN 0 ELSE v_cost END, v_bucket, v_state, v_reason,
         v_now + make_interval(secs => r."freezeMs" / 1000.0), v_now, CASE v_state WHEN 'CANCELLED' THEN v_now END
  FROM jsonb_to_record(p_reward) AS r ("bindingId" uuid, rule text, "campaignId" uuid, version integer, "inviteeId" uuid,
    "orderId" uuid, friend text, kind text, terms jsonb, "baseFen" bigint, "freezeMs" bigint)
  RETURNING * INTO v_reward;
  PERFORM invitations_count_reward(p_member, NULL, v_reward);
  IF v_state <> 'CANCELLED' AND p_reward->>'kind' = 'cash' THEN
    PERFORM FROM ledger_post(
      p_member,
      ROW(
        (p_reward->>'txnId')::uuid, 'invite_reward', v_id::text, ledger_hash(to_jsonb(v_amount)),
        'system', NULL, p_reward->>'title')::ledger_posting,
      invitations_moves('expense', 'reward_frozen', v_amount), p_now);
  END IF;
  RETURN v_state;
END $$;

-- Returns one transfer of cash between two accounts in the ledger's format.
CREATE OR REPLACE FUNCTION invitations_moves(p_debit text, p_credit text, p_fen bigint)
RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_fen > 0 THEN jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('asset', 'CNY', 'debit', p_debit,
    'credit', p_credit, 'amount', p_fen, 'party', CASE WHEN 'expense' IN (p_debit, p_credit) THEN 'invite' END)))
    ELSE '[]' END
$$;

-- Charges a campaign's budget: the first bucket with enough left. Returns the bucket, or null when
-- none has enough.
CREATE OR REPLACE FUNCTION invitations_charge(p_campaign uuid, p_cost bigint, p_from smallint)
RETURNS smallint LANGUAGE plpgsql AS $$
DECLARE v_bucket smallint;
BEGIN
  FOR v_try IN 0..15 LOOP
    UPDATE invite_budget SET used_fen = used_fen + p_cost
    WHERE campaign_id = p_campaign AND bucket = (p_from + v_try) % 16 AND used_fen + p_cost <= total_fen
    RETURNING bucket INTO v_bucket;
    IF FOUND THEN RETURN v_bucket; END IF;
  END LOOP;
  RETURN NULL;
END $$;
