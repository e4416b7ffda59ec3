-- SQL functions that apply a refund to an order and its items. The caller holds the lock on the
-- member's ledger.

-- Takes units out of items, for a refund under way: `p_items` [{itemId, quantity}]. Each takes its
-- share of what is left of the item, so in any number of steps, with any of them cancelled, the
-- last unit takes the rest. Returns {title, attemptId?, pointsHold?, walletHold?, coupon?, items:
-- [{itemId, skuId, quantity, isDelivered, cashFen, balanceFen, points, couponOffFen,
-- pointsOffFen}]}. Raises ORDER_STATE for an order that is not paid, REFUND_DENIED for more units
-- than are left.
CREATE OR REPLACE FUNCTION orders_refund_take(p_member uuid, p_order uuid, p_items jsonb, p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_order orders;
  v_item order_item;
  v_wanted record;
  v_share jsonb;
  v_taken jsonb := '[]';
BEGIN
  SELECT * INTO v_order FROM orders
  WHERE member_id = p_member AND id = p_order AND pay_state IN ('PAID', 'PART_REFUNDED') FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM platform_refuse('ORDER_STATE'); END IF;
  FOR v_wanted IN
    SELECT (i->>'itemId')::uuid AS id, (i->>'quantity')::integer AS n FROM jsonb_array_elements(p_items) i ORDER BY 1
  LOOP
    SELECT * INTO v_item FROM order_item
    WHERE member_id = p_member AND order_id = p_order AND id = v_wanted.id FOR NO KEY UPDATE;
    IF v_wanted.n < 1 OR NOT coalesce(v_item.refunded_quantity + v_wanted.n <= v_item.quantity, false) THEN
      PERFORM platform_refuse('REFUND_DENIED', '{"reason": "units_left"}');
    END IF;
    v_share := orders_refund_share(
      jsonb_build_object(
        'quantity', v_item.quantity, 'refundedQuantity', v_item.refunded_quantity, 'refunded', v_item.refunded,
        'cashFen', v_item.cash_fen, 'balanceFen', v_item.balance_fen, 'points', v_item.points,
        'couponOffFen', v_item.coupon_off_fen, 'pointsOffFen', v_item.points_off_fen),
      v_wanted.n);
    UPDATE order_item
    SET refunded_quantity = refunded_quantity + v_wanted.n, refunded = orders_refund_sum(refunded, v_share, 1)
    WHERE member_id = p_member AND id = v_item.id AND refunded_quantity + v_wanted.n <= quantity;
    IF NOT FOUND THEN PERFORM platform_refuse('ORDER_STATE'); END IF;
    v_taken := v_taken || (v_share || jsonb_build_object('itemId', v_item.id, 'skuId', v_item.sku_id,
      'quantity', v_wanted.n, 'isDelivered', v_item.fulfil_state = 'DONE'));
  END LOOP;
  RETURN jsonb_strip_nulls(jsonb_build_object('title', v_order.title, 'attemptId', v_order.attempt_id,
    'pointsHold', v_order.points_hold, 'walletHold', v_order.wallet_hold,
    'coupon', v_order.coupons->0->>'templateId', 'items', v_taken));
END $$;

-- Returns the refund of the next units of an item, {cashFen, balanceFen, points, couponOffFen,
-- pointsOffFen}: their part of what is left of it, rounded down; the last unit takes the rest. At
-- most as many units as are left. `p_item` is {quantity, refundedQuantity, refunded} and the same
-- amounts. The only place that computes it; the refund sheet reads it for display.
CREATE OR REPLACE FUNCTION orders_refund_share(p_item jsonb, p_units integer)
RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(name, ((p_item->>name)::bigint - coalesce((p_item->'refunded'->>name)::bigint, 0)) * p_units
                                / ((p_item->>'quantity')::integer - (p_item->>'refundedQuantity')::integer))
  FROM unnest(ARRAY['cashFen', 'balanceFen', 'points', 'couponOffFen', 'pointsOffFen']) AS name
$$;

-- Adds the amounts of `p_share` to those of `p_sum`, or subtracts them with -1.
CREATE OR REPLACE FUNCTION orders_refund_sum(p_sum jsonb, p_share jsonb, p_sign integer)
RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object(
    'cashFen', coalesce((p_sum->>'cashFen')::bigint, 0) + p_sign * (p_share->>'cashFen')::bigint,
    'balanceFen', coalesce((p_sum->>'balanceFen')::bigint, 0) + p_sign * (p_share->>'balanceFen')::bigint,
    'points', coalesce((p_sum->>'points')::bigint, 0) + p_sign * (p_share->>'points')::bigint,
    'couponOffFen', coalesce((p_sum->>'couponOffFen')::bigint, 0) + p_sign * (p_share->>'couponOffFen')::bigint,
    'pointsOffFen', coalesce((p_sum->>'pointsOffFen')::bigint, 0) + p_sign * (p_share->>'pointsOffFen')::bigint)
$$;

-- Undoes orders_refund_take for a cancelled refund; `p_items` is that answer's items.
CREATE OR REPLACE FUNCTION orders_refund_free(p_member uuid, p_order uuid, p_items jsonb, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_item i
  SET refunded_quantity = i.refunded_quantity - (t->>'quantity')::integer, refunded = orders_refund_sum(i.refunded, t, -1)
  FROM jsonb_array_elements(p_items) AS t
  WHERE i.member_id = p_member AND i.order_id = p_order AND i.id = (t->>'itemId')::uuid;
END $$;

-- Sets an order's refund state: `p_state` of the axis refund; `p_fen` is the money refunded just
-- now (null: nothing yet), `p_done` {itemId: units refunded in all}. Returns whether all of it is
-- refunded. The trigger of the table refuses a transition that the axis does not have.
CREATE OR REPLACE FUNCTION orders_refund_follow(
  p_member uuid, p_order uuid, p_state text, p_fen bigint, p_done jsonb, p_event uuid, p_now timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_is_full boolean;
  v_was orders;
  v_order orders;
  v_from text;
  v_to text;
BEGIN
  SELECT * INTO v_was FROM orders WHERE member_id = p_member AND id = p_order FOR NO KEY UPDATE;
  PERFORM platform_state_change_insert(p_member, 'order_item', id, 'refunded', fulfil_state, 'REFUNDED', 'system', p_now)
  FROM order_item
  WHERE member_id = p_member AND order_id = p_order AND fulfil_state IN ('DONE', 'FAILED')
    AND quantity = (p_done->>id::text)::integer;
  UPDATE order_item SET fulfil_state = 'REFUNDED'
  WHERE member_id = p_member AND order_id = p_order AND fulfil_state IN ('DONE', 'FAILED')
    AND quantity = (p_done->>id::text)::integer;
  SELECT bool_and(fulfil_state = 'REFUNDED') INTO v_is_full FROM order_item
  WHERE member_id = p_member AND order_id = p_order;
  UPDATE orders
  SET refund_state = p_state, refunded_fen = refunded_fen + coalesce(p_fen, 0),
      pay_state = CASE WHEN v_is_full THEN 'REFUNDED' WHEN p_fen IS NOT NULL THEN 'PART_REFUNDED' ELSE pay_state END,
      closed_reason = CASE WHEN v_is_full AND order_state <> 'CLOSED' THEN 'refunded' ELSE closed_reason END,
      finished_at = CASE WHEN v_is_full THEN coalesce(finished_at, v_now) ELSE finished_at END,
      order_state = CASE WHEN v_is_full THEN 'CLOSED' ELSE order_state END
  WHERE member_id = p_member AND id = p_order AND pay_state IN ('PAID', 'PART_REFUNDED')
    AND order_state IN ('ACTIVE', 'DONE', 'CLOSED')
  RETURNING * INTO v_order;
  IF NOT FOUND THEN RAISE EXCEPTION 'orders: the refunds of % may not become %', p_order, p_state; END IF;
  v_from := concat_ws('/', v_was.order_state, '', v_was.pay_state, v_was.refund_state);
  v_to := concat_ws('/', v_order.order_state, '', v_order.pay_state, v_order.refund_state);
  IF p_fen IS NULL THEN
    PERFORM platform_state_change_insert(p_member, 'order', p_order, 'refunds', v_from, v_to, 'system', p_now);
  ELSE
    PERFORM platform_event_insert(
      p_member, p_event, 'order', p_order,
      ROW(CASE WHEN v_is_full THEN 'refunded' ELSE 'part_refunded' END, v_from, v_to)::platform_event_change,
      ROW('system', NULL, NULL, NULL)::platform_event_actor, jsonb_build_object('fen', p_fen),
      p_now);
  END IF;
  RETURN v_is_full;
END $$;

-- Refunded units no longer count against their benefits' limits; `p_items` is [{itemId, quantity}].
CREATE OR REPLACE FUNCTION orders_refund_limits(p_member uuid, p_order uuid, p_items jsonb, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_benefit text;
  v_units integer;
BEGIN
  FOR v_benefit, v_units IN
    SELECT i.snapshot->>'benefitId', sum((t->>'quantity')::integer)::integer
    FROM jsonb_array_elements(p_items) AS t
    JOIN order_item i ON i.member_id = p_member AND i.order_id = p_order AND i.id = (t->>'itemId')::uuid
    GROUP BY 1
  LOOP
    PERFORM catalog_limit_return(p_member, p_order, v_benefit, v_units, p_now);
  END LOOP;
END $$;
