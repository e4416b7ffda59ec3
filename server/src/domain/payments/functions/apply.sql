-- Applies the channel's status update of an attempt, from a notification or a query. Nothing else
-- changes its result. `p_update` is {state, transactionId, amountFen, paidAt, creditId, eventId,
-- source}. Returns {change, was}, and payments_receive_end ends what it began:
--
--    won       paid; the business accepts the money or not
--    second    paid, but another attempt had paid already: the money is returned
--    repeat    this transaction was credited before; nothing happens
--    conflict  the update contradicts our data, `why` is the reason; nothing happens
--    closed    it can no longer be paid
--    none      nothing to change
--
-- A payment is credited at once, channel → suspense, once for each transaction of the channel.
CREATE OR REPLACE FUNCTION payments_apply(p_member uuid, p_attempt_id uuid, p_update jsonb, p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_transaction text := p_update->>'transactionId';
  v_attempt payment_attempt;
  v_claimed uuid;
  v_outcome text;
BEGIN
  SELECT * INTO STRICT v_attempt FROM payment_attempt WHERE member_id = p_member AND id = p_attempt_id;
  -- Refunded without any notification that it was paid: both were done at the channel directly, and
  -- no money is left.
  IF p_update->>'state' IN ('closed', 'refunded') THEN
    RETURN closed FROM payments_close(
      p_member, v_attempt.id, v_attempt.state, (p_update->>'eventId')::uuid, p_update->>'source', p_now) AS closed;
  END IF;
  IF p_update->>'state' IS DISTINCT FROM 'paid' THEN RETURN jsonb_build_object('change', 'none', 'was', v_attempt.state); END IF;

  IF (p_update->>'amountFen')::bigint IS DISTINCT FROM v_attempt.amount_fen THEN
    RETURN jsonb_build_object('change', 'conflict', 'why', 'amount', 'was', v_attempt.state);
  END IF;
  IF v_attempt.transaction_id <> v_transaction THEN
    RETURN jsonb_build_object('change', 'conflict', 'why', 'transaction', 'was', v_attempt.state);
  END IF;
  -- A transaction pays one attempt of any member; a concurrent update waits here for the first.
  INSERT INTO channel_txn (transaction_id, owner_id, attempt_id, at)
  VALUES (v_transaction, p_member, p_attempt_id, v_now) ON CONFLICT (transaction_id) DO NOTHING;
  SELECT attempt_id INTO v_claimed FROM channel_txn WHERE transaction_id = v_transaction;
  IF v_claimed IS DISTINCT FROM p_attempt_id THEN
    RETURN jsonb_build_object('change', 'conflict', 'why', 'claimed', 'was', v_attempt.state);
  END IF;

  -- The posting locks the member's ledger, before the attempt and everything the listener locks
  -- after it.
  IF posted = 'replay' FROM ledger_post(
    p_member,
    ROW(
      (p_update->>'creditId')::uuid, 'wxpay_credit', v_transaction,
      ledger_hash(jsonb_build_array(p_attempt_id, v_attempt.amount_fen)), 'system',
      CASE WHEN v_attempt.biz_type = 'order' THEN v_attempt.biz_id END,
      v_attempt.title)::ledger_posting,
    jsonb_build_array(
      jsonb_build_object(
        'asset', 'CNY', 'debit', 'channel', 'credit', 'suspense', 'amount', v_attempt.amount_fen,
        'party', v_attempt.channel)),
    p_now) AS posted THEN
    RETURN jsonb_build_object('change', 'repeat', 'was', v_attempt.state);
  END IF;

  UPDATE payment_attempt a
  SET state = 'SUCCESS', transaction_id = v_transaction, paid_at = (p_update->>'paidAt')::timestamptz,
      next_look_at = NULL, ended_at = v_now,
      outcome = CASE WHEN EXISTS (
        SELECT 1 FROM payment_attempt w
        WHERE w.member_id = p_member AND w.biz_type = a.biz_type AND w.biz_id = a.biz_id AND w.outcome = 'won'
      ) THEN 'second' ELSE 'won' END
  WHERE a.member_id = p_member AND a.id = p_attempt_id AND a.state <> 'SUCCESS'
  RETURNING outcome INTO v_outcome;
  -- Another transaction overtook this one on the same attempt: everything is rolled back, and the
  -- next notification finds it.
  IF NOT FOUND THEN RAISE EXCEPTION 'payments: % is paid by another transaction', v_attempt.out_trade_no; END IF;
  PERFORM FROM platform_event_insert(
    p_member, (p_update->>'eventId')::uuid, 'payment', p_attempt_id,
    ROW('paid', v_attempt.state, 'SUCCESS')::platform_event_change,
    ROW('channel', v_attempt.channel, NULL, NULL)::platform_event_actor,
    jsonb_build_object(
      'outcome', v_outcome, 'source', p_update->>'source', 'bizId', v_attempt.biz_id,
      'transactionId', v_transaction),
    p_now);
  RETURN jsonb_build_object('change', v_outcome, 'was', v_attempt.state);
END $$;

-- Closes an attempt that can no longer be paid at the channel; its state was `p_was`.
CREATE OR REPLACE FUNCTION payments_close(
  p_member uuid, p_attempt uuid, p_was text, p_event uuid, p_source text, p_now timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  UPDATE payment_attempt SET state = 'CLOSED', next_look_at = NULL, ended_at = v_now
  WHERE member_id = p_member AND id = p_attempt AND state IN ('CREATED', 'PREPARED');
  IF NOT FOUND THEN RETURN jsonb_build_object('change', 'none', 'was', p_was); END IF;
  PERFORM platform_event_insert(
    p_member, p_event, 'payment', p_attempt,
    ROW('closed', p_was, 'CLOSED')::platform_event_change,
    ROW('system', NULL, NULL, NULL)::platform_event_actor, jsonb_build_object('source', p_source),
    p_now);
  RETURN jsonb_build_object('change', 'closed', 'was', p_was);
END $$;
