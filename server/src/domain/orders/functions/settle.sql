-- Settles a payment: moves an order to paid completely or, raising ORDER_CLOSED, changes nothing.
-- Confirms holds, writes all postings at once, submits every item to its supplier, grants coupon
-- packs, confirms stock last. The caller holds the locks on the member's ledger and the order's row, and
-- has decided that it may be paid now. An expired hold is taken again where that is possible.
-- Postings (domain.md, Ledger postings): expense → clearing for coupons and for points; the
-- channel's money, points and balance are posted by their own modules.
CREATE OR REPLACE FUNCTION orders_settle(
  p_member uuid, p_order uuid, p_txn uuid, p_attempt uuid, p_actor_kind text, p_actor text, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_actor text := p_actor_kind || ':' || p_actor;
  v_order orders;
  v_items order_item[] := '{}';
  v_item order_item;
  v_done uuid[] := '{}';
  v_transfers jsonb := '[]';
  v_step ledger_step;
  v_steps ledger_step[] := '{}';
  v_with jsonb;
  v_coupon jsonb;
  v_limits jsonb;
  v_updated integer;
  v_is_counted boolean := true;
  v_is_paid boolean;
  v_is_done boolean;
  v_are_all_done boolean;
  v_state text;
  v_template text;
  v_place bigint;
  v_ref text;
BEGIN
  SELECT * INTO STRICT v_order FROM orders WHERE member_id = p_member AND id = p_order;
  FOR v_item IN SELECT * FROM order_item WHERE member_id = p_member AND order_id = p_order ORDER BY seq LOOP
    v_items := v_items || v_item;
  END LOOP;

  FOR v_n IN 1..jsonb_array_length(v_order.coupons) LOOP
    v_coupon := v_order.coupons->(v_n - 1);
    IF (v_coupon->>'offFen')::integer > 0 THEN
      v_transfers := v_transfers || jsonb_build_object(
        'asset', 'CNY', 'debit', 'expense', 'credit', 'clearing', 'amount', v_coupon->'offFen',
        'party', 'coupon:' || (v_coupon->>'templateId'));
    END IF;
  END LOOP;
  IF v_order.points_off_fen > 0 THEN
    v_transfers := v_transfers || jsonb_build_object(
      'asset', 'CNY', 'debit', 'expense', 'credit', 'clearing', 'amount', v_order.points_off_fen, 'party', 'points');
  END IF;
  IF v_transfers <> '[]' THEN
    v_steps := v_steps || ROW(
      ROW(
        p_txn, 'order_paid', p_order::text, ledger_hash(v_transfers), v_actor, p_order,
        v_order.title)::ledger_posting,
      v_transfers)::ledger_step;
  END IF;
  FOREACH v_item IN ARRAY v_items LOOP
    v_is_done := v_order.supply IS NULL AND v_item.supply IS NULL;
    CONTINUE WHEN NOT v_is_done;
    v_done := v_done || v_item.id;
    v_step := orders_revenue_step(p_member, v_item);
    IF v_step.transfers IS NOT NULL THEN v_steps := v_steps || v_step; END IF;
  END LOOP;
  v_are_all_done := cardinality(v_done) = cardinality(v_items);
  v_with := to_jsonb(v_steps);

  IF jsonb_array_length(v_order.coupons) > 0 AND NOT coupons_use(p_member, p_order, p_now) THEN
    PERFORM platform_refuse('ORDER_CLOSED');
  END IF;
  IF v_order.points_hold IS NOT NULL THEN
    IF NOT confirmed FROM points_confirm(
      p_member, md5(p_order || ':points')::uuid, v_order.points_hold,
      jsonb_build_array(jsonb_build_object('credit', 'points_spent', 'amount', v_order.points)), v_actor, v_order.title,
      p_now) AS confirmed THEN
      PERFORM platform_refuse('ORDER_CLOSED');
    END IF;
  END IF;
  IF v_order.wallet_hold IS NOT NULL THEN
    SELECT * INTO v_is_paid
    FROM wallet_confirm_with(p_member, v_order.wallet_hold, v_actor, v_order.title, v_with, p_now);
    IF NOT v_is_paid THEN
      PERFORM platform_refuse('ORDER_CLOSED');
    END IF;
  ELSIF cardinality(v_steps) > 0 THEN
    PERFORM FROM ledger_post_all(p_member, v_with, p_now);
  END IF;
  IF v_order.source = 'shop' THEN
    SELECT * INTO v_is_counted FROM catalog_limit_confirm(p_member, p_order, p_now);
  END IF;
  IF NOT v_is_counted THEN
    SELECT orders_limits(jsonb_agg(snapshot || jsonb_build_object('quantity', quantity))) INTO v_limits
    FROM order_item WHERE member_id = p_member AND order_id = p_order;
    PERFORM FROM catalog_limit_hold(p_member, p_order, v_limits, v_now + interval '1 minute', p_now);
    IF NOT counted FROM catalog_limit_confirm(p_member, p_order, p_now) AS counted THEN
      PERFORM platform_refuse('ORDER_CLOSED');
    END IF;
  END IF;

  UPDATE order_item SET fulfil_state = CASE WHEN id = ANY (v_done) THEN 'DONE' ELSE 'QUEUED' END,
                        done_at = CASE WHEN id = ANY (v_done) THEN v_now END, supply_contact = NULL
  WHERE member_id = p_member AND order_id = p_order AND fulfil_state = 'NONE';
  GET DIAGNOSTICS v_updated = ROW_COUNT;
  IF v_updated < cardinality(v_items) THEN RAISE EXCEPTION 'orders: an item of % was submitted before', p_order; END IF;
  FOREACH v_item IN ARRAY v_items LOOP
    PERFORM FROM platform_state_change_insert(
      p_member, 'order_item', v_item.id, CASE WHEN v_item.id = ANY (v_done) THEN 'credited' ELSE 'paid' END, 'NONE',
      CASE WHEN v_item.id = ANY (v_done) THEN 'DONE' ELSE 'QUEUED' END, v_actor, p_now);
    IF v_item.id = ANY (v_done) THEN
      -- As one statement over both series it would be planned again for each item, which costs more
      -- than a pack.
      FOR v_template, v_place IN
        SELECT template, place
        FROM jsonb_array_elements_text(v_item.snapshot->'couponTemplateIds') WITH ORDINALITY AS x (template, place)
      LOOP
        FOR v_n IN 1..v_item.quantity LOOP
          v_ref := concat_ws(':', v_item.id, v_place, v_n);
          PERFORM coupons_grant(p_member, md5(v_ref)::uuid, v_template, 'purchase', v_ref, p_now);
        END LOOP;
      END LOOP;
    ELSIF v_item.supply IS NOT NULL THEN
      PERFORM fulfilment_submit(p_member, v_item.supply || jsonb_build_object('orderId', p_order, 'itemId', v_item.id),
                                v_item.supply_contact, p_now);
    END IF;
  END LOOP;
  -- A meal is delivered as a whole.
  IF v_order.supply IS NOT NULL THEN
    PERFORM fulfilment_submit(p_member, v_order.supply || jsonb_build_object('orderId', p_order), v_order.supply_contact,
                              p_now);
  END IF;
  v_state := CASE WHEN v_are_all_done THEN 'DONE' ELSE 'ACTIVE' END;

  UPDATE orders
  SET order_state = v_state, pay_state = 'PAID', fulfil_state = CASE WHEN v_are_all_done THEN 'DONE' ELSE 'QUEUED' END,
      paid_fen = payable_fen, paid_at = v_now, finished_at = CASE WHEN v_are_all_done THEN v_now END, closed_reason = NULL,
      attempt_id = p_attempt, supply_contact = NULL
  WHERE member_id = p_member AND id = p_order AND pay_state IN ('UNPAID', 'PAYING') AND fulfil_state = 'NONE'
    AND (order_state = 'WAIT_PAY' OR (order_state = 'CLOSED' AND closed_reason = 'expired'));
  IF NOT FOUND THEN PERFORM platform_refuse('ORDER_CLOSED'); END IF;
  PERFORM FROM platform_event_insert(
    p_member, md5(p_order || ':paid')::uuid, 'order', p_order,
    ROW(
      'paid', concat_ws('/', v_order.order_state, v_order.fulfil_state, v_order.pay_state),
      concat_ws('/', v_state, CASE WHEN v_are_all_done THEN 'DONE' ELSE 'QUEUED' END, 'PAID'))::platform_event_change,
    ROW(p_actor_kind, p_actor, NULL, NULL)::platform_event_actor, NULL, p_now);

  -- Last, because concurrent transactions wait for this lock.
  IF v_order.source = 'shop' AND NOT catalog_stock_confirm(p_order, p_now) THEN PERFORM platform_refuse('ORDER_CLOSED'); END IF;
  RETURN v_state;
END $$;

-- Recognises the revenue of a delivered item (clearing → revenue), once for each item.
CREATE OR REPLACE FUNCTION orders_earn(p_member uuid, p_item uuid, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_item order_item;
  v_step ledger_step;
BEGIN
  SELECT * INTO STRICT v_item FROM order_item WHERE member_id = p_member AND id = p_item;
  v_step := orders_revenue_step(p_member, v_item);
  IF v_step.transfers IS NOT NULL THEN PERFORM ledger_post_all(p_member, jsonb_build_array(v_step), p_now); END IF;
END $$;

-- Returns the posting of a delivered item's revenue; its transfers are null when the item has none.
CREATE OR REPLACE FUNCTION orders_revenue_step(p_member uuid, p_item order_item)
RETURNS ledger_step LANGUAGE plpgsql AS $$
DECLARE v_transfers jsonb;
BEGIN
  IF p_item.goods_fen - p_item.level_off_fen = 0 THEN RETURN NULL; END IF;
  v_transfers := jsonb_build_array(jsonb_build_object('asset', 'CNY', 'debit', 'clearing', 'credit', 'revenue',
    'amount', p_item.goods_fen - p_item.level_off_fen, 'party', 'sku:' || p_item.sku_id));
  RETURN ROW(
    ROW(
      md5(p_item.id || ':earned')::uuid, 'order_fulfilled', p_item.id::text, ledger_hash(v_transfers),
      'system', p_item.order_id, p_item.snapshot->>'title')::ledger_posting,
    v_transfers)::ledger_step;
END $$;
