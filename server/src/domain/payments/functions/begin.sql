-- Begins an attempt to pay, or finds the open one: `p_attempt` is {id, outTradeNo, bizType, bizId,
-- amountFen, title, via, payerHash, payerSealed (both base64), expiresAt, lookAfterMs, eventId}.
-- Returns {outcome, id}: `new` and `live` are to be prepared, `other` must be closed first (another
-- amount, way or payer, or it is expired), `paid` needs nothing more.
CREATE OR REPLACE FUNCTION payments_begin(p_member uuid, p_attempt jsonb, p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_id uuid := (p_attempt->>'id')::uuid;
  v_biz uuid := (p_attempt->>'bizId')::uuid;
  v_open payment_attempt;
BEGIN
  PERFORM 1 FROM payment_attempt
  WHERE member_id = p_member AND biz_type = p_attempt->>'bizType' AND biz_id = v_biz AND outcome IS NOT NULL;
  IF FOUND THEN RETURN jsonb_build_object('outcome', 'paid'); END IF;

  INSERT INTO payment_attempt (member_id, id, biz_type, biz_id, via, out_trade_no, title, amount_fen, payer_hash,
                               payer_sealed, next_look_at, expires_at, created_at)
  VALUES (p_member, v_id, p_attempt->>'bizType', v_biz, p_attempt->>'via', p_attempt->>'outTradeNo',
          p_attempt->>'title', (p_attempt->>'amountFen')::bigint, decode(p_attempt->>'payerHash', 'base64'),
          decode(p_attempt->>'payerSealed', 'base64'), v_now + (p_attempt->>'lookAfterMs')::integer * interval '1 ms',
          (p_attempt->>'expiresAt')::timestamptz, v_now)
  ON CONFLICT (member_id, biz_type, biz_id) WHERE state IN ('CREATED', 'PREPARED') DO NOTHING;
  IF FOUND THEN
    INSERT INTO trade_no (out_trade_no, owner_id, attempt_id) VALUES (p_attempt->>'outTradeNo', p_member, v_id);
    PERFORM FROM platform_event_insert(
      p_member, (p_attempt->>'eventId')::uuid, 'payment', v_id,
      ROW('begun', NULL, 'CREATED')::platform_event_change,
      ROW('member', p_member::text, NULL, NULL)::platform_event_actor,
      jsonb_build_object('bizId', v_biz, 'via', p_attempt->>'via'), p_now);
    RETURN jsonb_build_object('outcome', 'new', 'id', v_id);
  END IF;

  SELECT * INTO v_open FROM payment_attempt
  WHERE member_id = p_member AND biz_type = p_attempt->>'bizType' AND biz_id = v_biz
    AND state IN ('CREATED', 'PREPARED');
  -- It ended between the two statements: the caller tries again.
  IF NOT FOUND THEN RETURN jsonb_build_object('outcome', 'other'); END IF;
  RETURN jsonb_build_object('id', v_open.id, 'outcome', CASE
    WHEN v_open.amount_fen = (p_attempt->>'amountFen')::bigint AND v_open.via = p_attempt->>'via'
      AND v_open.payer_hash = decode(p_attempt->>'payerHash', 'base64') AND v_open.expires_at > v_now
    THEN 'live' ELSE 'other' END);
END $$;
