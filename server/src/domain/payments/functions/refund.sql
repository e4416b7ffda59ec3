-- Reserves part of an attempt's money for a refund, before the channel is called: false when less
-- than that is left. All refunds of an attempt lock its row, so that together they never exceed
-- what was paid.
CREATE OR REPLACE FUNCTION payments_refund_reserve(
  p_member uuid, p_attempt_id uuid, p_amount_fen bigint, p_now timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_attempt SET returned_fen = returned_fen + p_amount_fen
  WHERE member_id = p_member AND id = p_attempt_id AND state = 'SUCCESS' AND p_amount_fen > 0
    AND returned_fen + p_amount_fen <= amount_fen;
  RETURN FOUND;
END $$;

-- Releases a reservation, once it is certain that nothing was or will be paid under its number.
CREATE OR REPLACE FUNCTION payments_refund_release(
  p_member uuid, p_attempt_id uuid, p_amount_fen bigint, p_now timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_attempt SET returned_fen = returned_fen - p_amount_fen
  WHERE member_id = p_member AND id = p_attempt_id AND returned_fen >= p_amount_fen AND p_amount_fen > 0;
  RETURN FOUND;
END $$;

-- Requests the automatic return of an attempt's money: `p_return` is {id, attemptId, refundNo,
-- amountFen, reason, eventId, isPart?}. False when it was requested before, or the attempt has less
-- than that left. A business that accepted the money may request a part of it, repeatedly
-- (`isPart`); it has posted that amount to suspense.
CREATE OR REPLACE FUNCTION payments_return(p_member uuid, p_return jsonb, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_id uuid := (p_return->>'id')::uuid;
  v_attempt uuid := (p_return->>'attemptId')::uuid;
  v_amount bigint := (p_return->>'amountFen')::bigint;
  v_is_part boolean := coalesce((p_return->>'isPart')::boolean, false);
BEGIN
  PERFORM 1 FROM payment_return WHERE member_id = p_member AND attempt_id = v_attempt AND NOT v_is_part;
  IF FOUND THEN RETURN false; END IF;
  IF NOT reserved FROM payments_refund_reserve(p_member, v_attempt, v_amount, p_now) AS reserved THEN RETURN false; END IF;
  INSERT INTO payment_return (member_id, id, attempt_id, refund_no, amount_fen, reason, is_part, next_look_at, created_at)
  VALUES (p_member, v_id, v_attempt, p_return->>'refundNo', v_amount, p_return->>'reason', v_is_part, v_now, v_now);
  INSERT INTO payment_return_no (refund_no, owner_id, return_id) VALUES (p_return->>'refundNo', p_member, v_id);
  PERFORM FROM platform_event_insert(
    p_member, (p_return->>'eventId')::uuid, 'payment', v_attempt,
    ROW('returning', 'SUCCESS', 'SUCCESS')::platform_event_change,
    ROW('system', NULL, p_return->>'reason', NULL)::platform_event_actor,
    jsonb_build_object('refundNo', p_return->>'refundNo', 'amountFen', v_amount), p_now);
  RETURN true;
END $$;

-- The channel has paid a return: suspense → channel, once. `p_done` is {id, txnId, eventId,
-- channelRefundNo}.
CREATE OR REPLACE FUNCTION payments_returned(p_member uuid, p_done jsonb, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_id uuid := (p_done->>'id')::uuid;
  v_return payment_return;
  v_was text;
BEGIN
  SELECT * INTO STRICT v_return FROM payment_return WHERE member_id = p_member AND id = v_id;
  IF ledger_post(
    p_member,
    ROW(
      (p_done->>'txnId')::uuid, 'wxpay_return', v_return.refund_no,
      ledger_hash(to_jsonb(v_return.amount_fen)), 'system', NULL, v_return.reason)::ledger_posting,
    jsonb_build_array(
      jsonb_build_object(
        'asset', 'CNY', 'debit', 'suspense', 'credit', 'channel', 'amount', v_return.amount_fen,
        'party', 'wechatpay')),
    p_now) = 'replay' THEN
    RETURN false;
  END IF;
  SELECT state INTO v_was FROM payment_return WHERE member_id = p_member AND id = v_id FOR NO KEY UPDATE;
  UPDATE payment_return
  SET state = 'DONE', next_look_at = NULL, ended_at = v_now,
      channel_refund_no = p_done->>'channelRefundNo'
  WHERE member_id = p_member AND id = v_id AND state <> 'DONE';
  IF NOT FOUND THEN RAISE EXCEPTION 'payments: % was paid back before', v_return.refund_no; END IF;
  PERFORM platform_state_change_insert(p_member, 'payment_return', v_id, 'success', v_was, 'DONE',
                                       'channel:wechatpay', p_now);
  PERFORM platform_event_insert(
    p_member, (p_done->>'eventId')::uuid, 'payment', v_return.attempt_id,
    ROW('returned', 'SUCCESS', 'SUCCESS')::platform_event_change,
    ROW('channel', 'wechatpay', NULL, NULL)::platform_event_actor,
    jsonb_build_object('refundNo', v_return.refund_no), p_now);
  RETURN true;
END $$;
