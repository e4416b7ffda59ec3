-- Receives the channel's payment of an order in one statement, because the database may be far away:
-- credits the money, pays the order or refuses the money, and ends the payment. `p_receipt` is that
-- of payments_receive with {paidId, isRewarded?}. Returns as payments_receive_end, or one of these
-- changes, and then nothing has happened:
--
--    waits_for_code  a code pays the greater part: exchange_receive redeems it with the payment
--    completes       the order is done with its payment and earns a reward: the caller begins a
--                    transaction, calls again with `isRewarded`, and grants it
CREATE OR REPLACE FUNCTION orders_receive(
  p_member uuid, p_order uuid, p_attempt uuid, p_receipt jsonb, p_now timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_source text;
  v_has_supply boolean;
  v_applied jsonb;
  v_outcome text;
BEGIN
  SELECT o.source, o.supply IS NOT NULL OR EXISTS (SELECT 1 FROM order_item i
                           WHERE i.member_id = p_member AND i.order_id = p_order AND i.supply IS NOT NULL)
  INTO v_source, v_has_supply FROM orders o WHERE o.member_id = p_member AND o.id = p_order;
  IF v_source = 'code' THEN RETURN '{"change": "waits_for_code"}'; END IF;
  IF NOT v_has_supply AND (p_receipt->>'isRewarded') IS DISTINCT FROM 'true' THEN
    RETURN '{"change": "completes"}';
  END IF;
  v_applied := payments_apply(p_member, p_attempt, p_receipt->'update', p_now);
  IF v_applied->>'change' = 'won' THEN
    v_outcome := orders_paid(p_member, p_order, (p_receipt->>'paidId')::uuid, p_attempt,
                             (p_receipt->'update'->>'amountFen')::integer, p_now);
  END IF;
  RETURN orders_receive_end(p_member, p_order, p_attempt, v_applied, v_outcome, p_receipt, p_now);
END $$;

-- Ends the payment of an order in the statement that applied it: `p_outcome` is that of orders_paid,
-- null unless the payment won. Late money is written to the order's history and published as
-- order.closed_late. Returns as payments_receive_end.
CREATE OR REPLACE FUNCTION orders_receive_end(
  p_member uuid, p_order uuid, p_attempt uuid, p_applied jsonb, p_outcome text, p_receipt jsonb, p_now timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_data jsonb := jsonb_build_object('attemptId', p_attempt, 'amountFen', p_receipt->'update'->'amountFen');
  v_result jsonb;
BEGIN
  IF p_outcome = 'late' THEN
    PERFORM FROM platform_event_insert(
      p_member, md5(p_attempt || ':late_paid')::uuid, 'order', p_order,
      ROW('late_paid', NULL, NULL)::platform_event_change,
      ROW('channel', 'wechatpay', NULL, NULL)::platform_event_actor, v_data, p_now);
    PERFORM FROM platform_outbox_insert(p_member, md5(p_attempt || ':closed_late')::uuid, p_order, 'news', jsonb_build_object(
      'kind', 'order.closed_late', 'ref', p_order, 'data', v_data), NULL, NULL, p_now);
  END IF;
  v_result := payments_receive_end(p_member, p_attempt, p_applied, p_outcome IN ('paid', 'repeat'), p_receipt, p_now);
  IF p_outcome IS NOT NULL THEN
    PERFORM FROM platform_push_event_insert(p_member, 'order', jsonb_build_object('orderId', p_order),
                              (p_receipt->>'eventsKept')::integer, p_now);
  END IF;
  RETURN v_result;
END $$;

-- Returns the code of an order that waits for the rest of its price, and the redemption that the
-- order was opened for; no row for a shop order.
CREATE OR REPLACE FUNCTION orders_waiting_code(
  p_member uuid, p_order uuid
) RETURNS TABLE (code_mac bytea, redemption_n integer, title text) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT code_mac, redemption_n, title FROM orders WHERE member_id = p_member AND id = p_order AND source = 'code';
END $$;
