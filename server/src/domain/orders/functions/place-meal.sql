-- Places an order of a meal that no code pays: key, number, the order with an item for each line,
-- and the request to the store, which is sent with the payment. Returns `outcome` done or replay
-- with `result` {orderId, orderNo, payableFen, expiresAt} (ms), or reused when the key was used for
-- another body; then nothing happened. Raises UNPAID_MANY. `p_intent` is the key as {route, key,
-- hash}; `p_order` is what orders_open_unpaid takes, with {contactSealed, receiptHash,
-- supplyContact, eventId}. Bytes are in base64.
CREATE OR REPLACE FUNCTION orders_place_meal(
  p_member uuid, p_intent jsonb, p_order jsonb, p_now timestamptz, OUT outcome text, OUT result jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  v_route text := p_intent->>'route';
  v_key text := p_intent->>'key';
  v_reserved record;
  v_no text;
BEGIN
  SELECT * INTO v_reserved FROM members_idempotency_reserve(p_member, v_route, v_key, decode(p_intent->>'hash', 'base64'), p_now);
  outcome := v_reserved.outcome;
  result := v_reserved.result;
  IF outcome <> 'taken' THEN RETURN; END IF;
  v_no := orders_open_unpaid(p_member, p_order, decode(p_order->>'contactSealed', 'base64'), NULL,
                             decode(p_order->>'receiptHash', 'base64'), decode(p_order->>'supplyContact', 'base64'),
                             (p_order->>'eventId')::uuid, p_now);
  outcome := 'done';
  SELECT jsonb_build_object('orderId', o.id, 'orderNo', v_no, 'payableFen', o.payable_fen,
                            'expiresAt', orders_ms(o.expires_at))
  INTO result FROM orders o WHERE o.member_id = p_member AND o.id = (p_order->>'id')::uuid;
  PERFORM FROM platform_idempotency_store(p_member, v_route, v_key, result);
END $$;
