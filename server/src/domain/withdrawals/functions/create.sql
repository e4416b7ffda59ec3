-- Creates a withdrawal of reward cash and holds the money, in one statement under the lock on the
-- member's ledger: limits are counted before any other transaction of this member. `p_wish` is {id,
-- withdrawalNos, amountFen, feeFen, payeeHash, payeeSealed, nameSealed? (base64), checks, payeeTexts:
-- {own, shared}, title, eventId, outBillNo, messageId}, `p_limits` {perDay, monthFen, autoFen}. What is within `autoFen` and
-- passes every check is sent at once; everything else waits for an operator. Returns the state.
-- Raises WITHDRAW_LIMIT with the reason, as the ledger when the reward cash is short, and
-- ACCOUNT_FROZEN.
CREATE OR REPLACE FUNCTION withdrawals_create(p_member uuid, p_wish jsonb, p_limits jsonb, p_now timestamptz)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_id uuid := (p_wish->>'id')::uuid;
  v_amount bigint := (p_wish->>'amountFen')::bigint;
  v_payee bytea := decode(p_wish->>'payeeHash', 'base64');
  v_checks jsonb := p_wish->'checks';
  v_left jsonb;
  v_number text;
  v_is_shared boolean;
BEGIN
  PERFORM FROM ledger_lock_member(p_member, p_now);
  SELECT * INTO v_left FROM withdrawals_left(p_member, p_limits, p_now);
  IF (v_left->>'today')::integer = 0 THEN
    PERFORM platform_refuse('WITHDRAW_LIMIT', '{"reason": "withdrawals_today"}');
  END IF;
  IF v_amount > (v_left->>'monthFen')::bigint THEN
    PERFORM platform_refuse('WITHDRAW_LIMIT', '{"reason": "withdrawals_this_month"}');
  END IF;

  FOR v_number IN SELECT jsonb_array_elements_text(p_wish->'withdrawalNos') LOOP
    INSERT INTO withdrawal_no (withdrawal_no, owner_id, withdrawal_id) VALUES (v_number, p_member, v_id)
    ON CONFLICT (withdrawal_no) DO NOTHING;
    EXIT WHEN FOUND;
    v_number := NULL;
  END LOOP;
  INSERT INTO withdrawal_payee (payee_hash, owner_id, created_at) VALUES (v_payee, p_member, v_now)
  ON CONFLICT (payee_hash) DO NOTHING;
  SELECT owner_id IS DISTINCT FROM p_member INTO v_is_shared FROM withdrawal_payee WHERE payee_hash = v_payee;
  v_checks := v_checks || jsonb_build_object('name', 'payee', 'isGood', NOT v_is_shared, 'text',
    p_wish->'payeeTexts'->CASE WHEN v_is_shared THEN 'shared' ELSE 'own' END);

  INSERT INTO withdrawal (member_id, id, withdrawal_no, amount_fen, fee_fen, net_fen, payee_hash, payee_sealed,
                          name_sealed, checks, state, created_at)
  VALUES (p_member, v_id, v_number, v_amount, (p_wish->>'feeFen')::bigint, v_amount - (p_wish->>'feeFen')::bigint, v_payee,
          decode(p_wish->>'payeeSealed', 'base64'), decode(p_wish->>'nameSealed', 'base64'), v_checks, 'APPLIED', v_now);
  PERFORM FROM ledger_hold(
    p_member,
    ROW(
      v_id, 'CNY', 'reward_cash', v_amount, 'infinity', 'member:' || p_member, NULL,
      p_wish->>'title')::ledger_hold_request,
    p_now);
  PERFORM FROM platform_event_insert(
    p_member, (p_wish->>'eventId')::uuid, 'withdrawal', v_id,
    ROW('applied', NULL, 'APPLIED')::platform_event_change,
    ROW('member', p_member::text, NULL, NULL)::platform_event_actor,
    jsonb_build_object('amountFen', v_amount), p_now);
  IF v_amount <= (p_limits->>'autoFen')::bigint
     AND NOT EXISTS (SELECT FROM jsonb_array_elements(v_checks) c WHERE NOT (c->>'isGood')::boolean) THEN
    PERFORM withdrawals_pay(
      p_member, v_id,
      jsonb_build_object('outBillNo', p_wish->'outBillNo', 'messageId', p_wish->'messageId'), p_now);
    RETURN 'PAYING';
  END IF;
  UPDATE withdrawal SET state = 'REVIEWING' WHERE member_id = p_member AND id = v_id AND state = 'APPLIED';
  PERFORM FROM platform_event_insert(
    p_member, md5(v_id || ':reviewing')::uuid, 'withdrawal', v_id,
    ROW('reviewing', 'APPLIED', 'REVIEWING')::platform_event_change,
    ROW('system', NULL, NULL, NULL)::platform_event_actor, NULL, p_now);
  RETURN 'REVIEWING';
END $$;

-- Returns what a member may still withdraw, {today, monthFen}: how many times today and how much this
-- month (Asia/Shanghai) of `p_limits` {perDay, monthFen}, at least 0. Withdrawals that ended unpaid
-- do not count. The withdrawal sheet reads it for display.
CREATE OR REPLACE FUNCTION withdrawals_left(p_member uuid, p_limits jsonb, p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  RETURN (
    SELECT jsonb_build_object(
      'today', greatest(0, (p_limits->>'perDay')::bigint
        - count(*) FILTER (WHERE created_at >= date_trunc('day', v_now, 'Asia/Shanghai'))),
      'monthFen', greatest(0, (p_limits->>'monthFen')::bigint - coalesce(sum(amount_fen), 0)))
    FROM withdrawal
    WHERE member_id = p_member AND created_at >= date_trunc('month', v_now, 'Asia/Shanghai')
      AND state NOT IN ('CANCELLED', 'REJECTED', 'FAILED', 'RETURNED')
  );
END $$;
