-- Opens a refund, and takes its units and money out of the order, the payment and the items at
-- once, so that no other refund can take them. `p_refund` is {id, refundNo, orderId, reason,
-- applicant, applicantId?, state: APPLIED | APPROVED, eventId, txnId, messageId, takenBackTitle, evidence?: file
-- ids}; an approved one begins in the same statement. `p_items` is [{itemId, quantity}]. Returns
-- the refund's state. Raises as orders_refund_take.
CREATE OR REPLACE FUNCTION refunds_open(p_member uuid, p_refund jsonb, p_items jsonb, p_now timestamptz)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_id uuid := (p_refund->>'id')::uuid;
  v_order uuid := (p_refund->>'orderId')::uuid;
  v_evidence uuid[] :=
    ARRAY(SELECT jsonb_array_elements_text(coalesce(p_refund->'evidence', '[]')))::uuid[];
  v_taken jsonb;
  v_cash bigint;
  v_balance bigint;
  v_points bigint;
BEGIN
  PERFORM FROM ledger_lock_member(p_member, p_now);
  SELECT * INTO v_taken FROM orders_refund_take(p_member, v_order, p_items, p_now);
  SELECT sum((i->>'cashFen')::bigint), sum((i->>'balanceFen')::bigint), sum((i->>'points')::bigint)
  INTO v_cash, v_balance, v_points FROM jsonb_array_elements(v_taken->'items') i;
  IF v_cash > 0 THEN
    IF NOT reserved FROM payments_refund_reserve(p_member, (v_taken->>'attemptId')::uuid, v_cash, p_now) AS reserved THEN
      RAISE EXCEPTION 'refunds: % of % is more than the payment has left', v_cash, v_order USING ERRCODE = '23514';
    END IF;
  END IF;

  INSERT INTO refund_no (refund_no, owner_id, refund_id) VALUES (p_refund->>'refundNo', p_member, v_id);
  INSERT INTO refund (member_id, id, order_id, refund_no, attempt_id, reason, applicant, applicant_id, state, cash_fen,
                      balance_fen, points, evidence, created_at, decided_at)
  VALUES (p_member, v_id, v_order, p_refund->>'refundNo',
          CASE WHEN v_cash > 0 THEN (v_taken->>'attemptId')::uuid END, p_refund->>'reason', p_refund->>'applicant',
          p_refund->>'applicantId', p_refund->>'state', v_cash, v_balance, v_points,
          v_evidence, v_now,
          CASE WHEN p_refund->>'state' = 'APPROVED' THEN v_now END);
  INSERT INTO refund_item (member_id, refund_id, item_id, sku_id, quantity, cash_fen, balance_fen, points,
                           coupon_off_fen, points_off_fen, is_delivered)
  SELECT p_member, v_id, i."itemId", i."skuId", i.quantity, i."cashFen", i."balanceFen", i.points, i."couponOffFen",
         i."pointsOffFen", i."isDelivered"
  FROM jsonb_to_recordset(v_taken->'items') AS i("itemId" uuid, "skuId" text, quantity integer, "cashFen" bigint,
    "balanceFen" bigint, points bigint, "couponOffFen" bigint, "pointsOffFen" bigint, "isDelivered" boolean);
  PERFORM FROM platform_event_insert(
    p_member, (p_refund->>'eventId')::uuid, 'refund', v_id,
    ROW('opened', NULL, p_refund->>'state')::platform_event_change,
    ROW(
      p_refund->>'applicant', p_refund->>'applicantId', p_refund->>'reason',
      NULL)::platform_event_actor,
    jsonb_build_object('orderId', v_order, 'items', v_taken->'items'), p_now);
  PERFORM FROM platform_event_insert(
    p_member, md5(v_id || ':opened')::uuid, 'order', v_order,
    ROW('refund_opened', NULL, NULL)::platform_event_change,
    ROW(
      p_refund->>'applicant', p_refund->>'applicantId', p_refund->>'reason',
      NULL)::platform_event_actor,
    NULL, p_now);
  IF p_refund->>'state' = 'APPROVED' THEN
    PERFORM refunds_begin(p_member, v_id, v_taken, p_refund, p_now);
  ELSE
    PERFORM FROM refunds_follow(p_member, v_order, NULL, p_now);
  END IF;
  RETURN (SELECT state FROM refund WHERE member_id = p_member AND id = v_id);
END $$;

-- Sets the refund state of an order from all its refunds: one under way before finished ones.
-- `p_fen` is the money refunded just now, null for none. Returns whether all of the order is
-- refunded.
CREATE OR REPLACE FUNCTION refunds_follow(p_member uuid, p_order uuid, p_fen bigint, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_states text[];
  v_done jsonb;
  v_count bigint;
BEGIN
  SELECT array_agg(state), count(*) FILTER (WHERE state = 'SUCCESS') INTO v_states, v_count FROM refund
  WHERE member_id = p_member AND order_id = p_order;
  SELECT coalesce(jsonb_object_agg(item_id, units), '{}') INTO v_done FROM (
    SELECT i.item_id, sum(i.quantity) AS units
    FROM refund r JOIN refund_item i ON i.member_id = r.member_id AND i.refund_id = r.id
    WHERE r.member_id = p_member AND r.order_id = p_order AND r.state = 'SUCCESS' GROUP BY 1
  ) gone;
  RETURN orders_refund_follow(p_member, p_order, CASE
    WHEN 'ABNORMAL' = ANY (v_states) THEN 'ABNORMAL'
    WHEN v_states && ARRAY['PROCESSING', 'APPROVED'] THEN 'PROCESSING'
    WHEN 'APPLIED' = ANY (v_states) THEN 'APPLIED'
    WHEN 'SUCCESS' = ANY (v_states) THEN 'DONE'
    WHEN 'REJECTED' = ANY (v_states) THEN 'REJECTED'
    ELSE 'NONE' END, p_fen, v_done, md5(p_order || ':refunded:' || v_count)::uuid, p_now);
END $$;
