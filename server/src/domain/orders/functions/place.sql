-- Places the order of a quote in one statement: key, quote, coupons, points, balance, limits, the
-- order with its items, and stock last. A refusal raises YJ010, which rolls back everything, even
-- the key. Returns `outcome` done `result` is {orderId, orderNo, createdAt, expiresAt}, instants in
-- ms replay the same request was answered before; `result` is that answer reused the key was used
-- for another body; nothing happened Raises QUOTE_EXPIRED (expired, or placed before),
-- PRICE_CHANGED, UNPAID_MANY, SOLD_OUT, and the refusals of the modules below. `p_order` holds the
-- columns in camel case, with `orderNos`, `unpaidMs`, `slackMs`, `unpaidMax`, `eventId`; `p_items`
-- the items likewise, with `benefitId`, `version` and `limits`; bytes are in base64.
CREATE OR REPLACE FUNCTION orders_place(
  p_member uuid, p_route text, p_key text, p_hash bytea, p_order jsonb, p_items jsonb, p_receipt bytea,
  p_now timestamptz, OUT outcome text, OUT result jsonb
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_id uuid := (p_order->>'id')::uuid;
  v_title text := p_order->>'title';
  v_actor text := 'member:' || p_member;
  v_expires timestamptz := v_now + (p_order->>'unpaidMs')::bigint * interval '1 ms';
  v_lease timestamptz := v_expires + (p_order->>'slackMs')::bigint * interval '1 ms';
  v_reserved record;
  v_no text;
  v_short text;
  v_parts jsonb;
BEGIN
  SELECT * INTO v_reserved FROM members_idempotency_reserve(p_member, p_route, p_key, p_hash, p_now);
  outcome := v_reserved.outcome;
  result := v_reserved.result;
  IF outcome <> 'taken' THEN RETURN; END IF;
  PERFORM FROM ledger_lock_member(p_member, p_now);

  PERFORM 1 FROM orders WHERE member_id = p_member AND quote_id = (p_order->>'quoteId')::uuid;
  IF FOUND OR (p_order->>'quoteEndsAt')::timestamptz <= v_now THEN PERFORM platform_refuse('QUOTE_EXPIRED'); END IF;
  v_short := catalog_changed_sku(p_items, p_now);
  IF v_short IS NOT NULL THEN
    PERFORM platform_refuse('PRICE_CHANGED', jsonb_build_object('skuId', v_short));
  END IF;
  PERFORM 1 FROM orders WHERE member_id = p_member AND order_state = 'WAIT_PAY' AND expires_at > v_now
  HAVING count(*) >= (p_order->>'unpaidMax')::integer;
  IF FOUND THEN PERFORM platform_refuse('UNPAID_MANY'); END IF;

  IF jsonb_array_length(p_order->'coupons') > 0 THEN
    PERFORM coupons_lock(p_member, v_id, array_agg((c->>'couponId')::uuid), array_agg((c->>'offFen')::integer), v_lease,
                         p_now)
    FROM jsonb_array_elements(p_order->'coupons') c;
  END IF;
  IF p_order->>'pointsHold' IS NOT NULL THEN
    PERFORM FROM points_hold(p_member, (p_order->>'pointsHold')::uuid, v_id, (p_order->>'points')::bigint, v_lease, v_actor,
                        v_title, p_now);
  END IF;
  IF p_order->>'walletHold' IS NOT NULL THEN
    SELECT * INTO v_parts FROM wallet_hold(p_member, (p_order->>'walletHold')::uuid, v_id, (p_order->>'balanceFen')::bigint, v_lease,
                           v_actor, v_title, p_now);
  END IF;
  PERFORM FROM catalog_limit_hold(p_member, v_id, orders_limits(p_items), v_lease, p_now);

  v_no := orders_claim_no(p_member, p_order, p_now);

  INSERT INTO orders (member_id, id, order_no, kind, source, title, brand_code, artwork, items_text, quantity,
                      order_state, pay_state, fulfil_state, quote_id, goods_fen, level_off_fen, coupon_off_fen,
                      points_off_fen, payable_fen, balance_fen, cash_fen, points, coupons, points_hold, wallet_hold,
                      wallet_parts, snapshot, city_code, expires_at, created_at)
  SELECT p_member, v_id, v_no, o.kind, 'shop', v_title, o."brandCode", o.artwork, o."itemsText", o.quantity,
         'WAIT_PAY', 'UNPAID', 'NONE', o."quoteId", o."goodsFen", o."levelOffFen", o."couponOffFen",
         o."pointsOffFen", o."payableFen", o."balanceFen", o."cashFen", nullif(o.points, 0), o.coupons,
         o."pointsHold", o."walletHold", v_parts, o.snapshot, o."cityCode", v_expires, v_now
  FROM jsonb_to_record(p_order) AS o(
    kind text, "brandCode" text, artwork text, "itemsText" text, quantity integer, "quoteId" uuid, "goodsFen" integer,
    "levelOffFen" integer, "couponOffFen" integer, "pointsOffFen" integer, "payableFen" integer, "balanceFen" integer,
    "cashFen" integer, points integer, coupons jsonb, "pointsHold" uuid, "walletHold" uuid, snapshot jsonb,
    "cityCode" text);

  INSERT INTO order_item (member_id, id, order_id, seq, sku_id, snapshot, quantity, unit_fen, goods_fen, level_off_fen,
                          coupon_off_fen, points_off_fen, points, cash_fen, balance_fen, cost_fen, input_sealed,
                          input_mask, supply, supply_contact)
  SELECT p_member, i.id, v_id, i.seq, i."skuId", i.snapshot, i.quantity, i."unitFen", i."goodsFen", i."levelOffFen",
         i."couponOffFen", i."pointsOffFen", i.points, i."cashFen", i."balanceFen", i."costFen",
         decode(i."inputSealed", 'base64'), coalesce(i."inputMask", '[]'), i.supply, decode(i."supplyContact", 'base64')
  FROM jsonb_to_recordset(p_items) AS i(
    id uuid, seq smallint, "skuId" text, snapshot jsonb, quantity integer, "unitFen" integer, "goodsFen" integer,
    "levelOffFen" integer, "couponOffFen" integer, "pointsOffFen" integer, points integer, "cashFen" integer,
    "balanceFen" integer, "costFen" integer, "inputSealed" text, "inputMask" jsonb, supply jsonb, "supplyContact" text);

  INSERT INTO receipt (token_hash, owner_id, order_id, created_at) VALUES (p_receipt, p_member, v_id, v_now);
  PERFORM FROM platform_event_insert(
    p_member, (p_order->>'eventId')::uuid, 'order', v_id,
    ROW('ordered', NULL, 'WAIT_PAY')::platform_event_change,
    ROW('member', p_member::text, NULL, NULL)::platform_event_actor, NULL, p_now);
  outcome := 'done';
  result := jsonb_build_object('orderId', v_id, 'orderNo', v_no, 'createdAt', orders_ms(v_now),
                               'expiresAt', orders_ms(v_expires));
  PERFORM FROM platform_idempotency_store(p_member, p_route, p_key, result);

  -- Last, because concurrent transactions wait for this lock.
  v_short := catalog_stock_hold(v_id, p_items, v_lease, p_now);
  IF v_short IS NOT NULL THEN
    PERFORM platform_refuse('SOLD_OUT', jsonb_build_object('skuId', v_short));
  END IF;
END $$;
