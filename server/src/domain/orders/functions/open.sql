-- Opens an order that is paid from the start, with its number, its receipt and its first history
-- entry. `p_order` holds the columns in camel case; the first free number of its `orderNos` becomes
-- the order's number, which is returned. Order numbers are random, so a number in use must not fail
-- the redemption.
CREATE OR REPLACE FUNCTION orders_open(
  p_member uuid, p_order jsonb, p_contact bytea, p_code_mac bytea, p_receipt bytea, p_event uuid, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_id uuid := (p_order->>'id')::uuid;
  v_is_done boolean := p_order->>'orderState' = 'DONE';
  v_no text;
BEGIN
  v_no := orders_claim_no(p_member, p_order, p_now);

  INSERT INTO orders (member_id, id, order_no, kind, source, title, brand_code, artwork, items_text, quantity,
                      order_state, pay_state, fulfil_state, goods_fen, voucher_fen, difference_fen, points,
                      contact_sealed, contact_mask, snapshot, code_id, code_mac, redemption_n, pickup_from, pickup_to,
                      city_code, created_at, paid_at, finished_at)
  SELECT p_member, v_id, v_no, o.kind, o.source, o.title, o."brandCode", o.artwork, coalesce(o."itemsText", ''),
         coalesce(o.quantity, 1), o."orderState", 'PAID', o."fulfilState", coalesce(o."goodsFen", 0),
         coalesce(o."voucherFen", 0), coalesce(o."differenceFen", 0), o.points, p_contact, o."contactMask", o.snapshot,
         o."codeId", p_code_mac, o."redemptionN", o."pickupFrom", o."pickupTo", o."cityCode",
         v_now, v_now, CASE WHEN v_is_done THEN v_now END
  FROM jsonb_to_record(p_order) AS o(
    kind text, source text, title text, "brandCode" text, artwork text, "itemsText" text, quantity integer,
    "orderState" text, "fulfilState" text, "goodsFen" integer, "voucherFen" integer, "differenceFen" integer,
    points integer, "contactMask" text, snapshot jsonb, "codeId" uuid, "redemptionN" integer,
    "pickupFrom" timestamptz, "pickupTo" timestamptz, "cityCode" text);

  INSERT INTO receipt (token_hash, owner_id, order_id, created_at) VALUES (p_receipt, p_member, v_id, v_now);
  PERFORM FROM platform_event_insert(
    p_member, p_event, 'order', v_id,
    ROW(
      CASE WHEN v_is_done THEN 'credited' ELSE 'placed' END, NULL,
      p_order->>'orderState')::platform_event_change,
    ROW('member', p_member::text, NULL, NULL)::platform_event_actor, NULL, p_now);
  RETURN v_no;
END $$;

-- Opens an order that is delivered as a whole and waits for payment: the difference of a code that
-- does not cover the whole price, or a meal without a code. Its items carry what is paid. `p_order`
-- holds `unpaidMs`, `unpaidMax`, `supply` and `items` [{id, skuId, snapshot, quantity, unitFen}]
-- besides what orders_open takes. A build before decision 0190 sends one `item` {id, skuId, snapshot}, whose
-- price is `differenceFen` (decision 0200). Raises UNPAID_MANY.
CREATE OR REPLACE FUNCTION orders_open_unpaid(
  p_member uuid, p_order jsonb, p_contact bytea, p_code_mac bytea, p_receipt bytea, p_supply_contact bytea,
  p_event uuid, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_id uuid := (p_order->>'id')::uuid;
  v_fen integer;
  v_no text;
BEGIN
  IF p_order->'items' IS NULL THEN
    p_order := p_order || jsonb_build_object('items', jsonb_build_array(
      p_order->'item' || jsonb_build_object('quantity', 1, 'unitFen', p_order->'differenceFen')));
  END IF;
  SELECT sum((i->>'unitFen')::integer * (i->>'quantity')::integer) INTO v_fen
  FROM jsonb_array_elements(p_order->'items') i;
  PERFORM FROM ledger_lock_member(p_member, p_now);
  PERFORM 1 FROM orders WHERE member_id = p_member AND order_state = 'WAIT_PAY' AND expires_at > v_now
  HAVING count(*) >= (p_order->>'unpaidMax')::integer;
  IF FOUND THEN PERFORM platform_refuse('UNPAID_MANY'); END IF;

  v_no := orders_claim_no(p_member, p_order, p_now);
  INSERT INTO orders (member_id, id, order_no, kind, source, title, brand_code, artwork, items_text, quantity,
                      order_state, pay_state, fulfil_state, goods_fen, voucher_fen, difference_fen, payable_fen, cash_fen,
                      contact_sealed, contact_mask, snapshot, code_id, code_mac, redemption_n, pickup_from, pickup_to,
                      city_code, supply, supply_contact, created_at, expires_at)
  SELECT p_member, v_id, v_no, o.kind, o.source, o.title, o."brandCode", o.artwork, o."itemsText", o.quantity,
         'WAIT_PAY', 'UNPAID', 'NONE', o."goodsFen", coalesce(o."voucherFen", 0),
         coalesce(o."differenceFen", 0), v_fen, v_fen, p_contact, o."contactMask",
         o.snapshot, o."codeId", p_code_mac, o."redemptionN", o."pickupFrom", o."pickupTo", o."cityCode", o.supply,
         p_supply_contact, v_now, v_now + o."unpaidMs" * interval '1 ms'
  FROM jsonb_to_record(p_order) AS o(
    kind text, source text, title text, "brandCode" text, artwork text, "itemsText" text, quantity integer,
    "goodsFen" integer, "voucherFen" integer, "differenceFen" integer, "contactMask" text, snapshot jsonb, "codeId" uuid, "redemptionN" integer,
    "pickupFrom" timestamptz, "pickupTo" timestamptz, "cityCode" text, supply jsonb, "unpaidMs" bigint);
  INSERT INTO order_item (member_id, id, order_id, seq, sku_id, snapshot, quantity, unit_fen, goods_fen, level_off_fen,
                          coupon_off_fen, points_off_fen, points, cash_fen, balance_fen, cost_fen)
  SELECT p_member, (i.item->>'id')::uuid, v_id, i.seq, i.item->>'skuId', i.item->'snapshot', q.quantity, q.unit_fen,
         q.quantity * q.unit_fen, 0, 0, 0, 0, q.quantity * q.unit_fen, 0, 0
  FROM jsonb_array_elements(p_order->'items') WITH ORDINALITY AS i (item, seq)
  CROSS JOIN LATERAL (
    SELECT (i.item->>'quantity')::integer AS quantity, (i.item->>'unitFen')::integer AS unit_fen) q;

  INSERT INTO receipt (token_hash, owner_id, order_id, created_at) VALUES (p_receipt, p_member, v_id, v_now);
  PERFORM FROM platform_event_insert(
    p_member, p_event, 'order', v_id, ROW('ordered', NULL, 'WAIT_PAY')::platform_event_change,
    ROW('member', p_member::text, NULL, NULL)::platform_event_actor, NULL, p_now);
  RETURN v_no;
END $$;

-- Claims the first free number of those drawn.
CREATE OR REPLACE FUNCTION orders_claim_no(p_member uuid, p_order jsonb, p_now timestamptz)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE v_no text;
BEGIN
  FOR v_no IN SELECT jsonb_array_elements_text(p_order->'orderNos') LOOP
    INSERT INTO order_no_claim (order_no, owner_id, order_id) VALUES (v_no, p_member, (p_order->>'id')::uuid)
    ON CONFLICT (order_no) DO NOTHING;
    IF FOUND THEN RETURN v_no; END IF;
  END LOOP;
  RAISE EXCEPTION 'orders: every number drawn was taken';
END $$;
