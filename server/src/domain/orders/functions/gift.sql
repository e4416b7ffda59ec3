-- Creates the one item of an order that a code opened as paid, at price 0. From here on it is
-- handled as if bought: submitted to its supplier, or granted at once. `p_item` is an item as
-- orders_place takes it. Limits and grades apply to buyers only, not to codes. Raises SOLD_OUT.
CREATE OR REPLACE FUNCTION orders_gift(p_member uuid, p_order uuid, p_item jsonb, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_item uuid := (p_item->>'id')::uuid;
  v_supply jsonb := nullif(p_item->'supply', 'null');
  v_short text;
  v_template text;
  v_place bigint;
  v_ref text;
BEGIN
  INSERT INTO order_item (member_id, id, order_id, seq, sku_id, snapshot, quantity, unit_fen, goods_fen, level_off_fen,
                          coupon_off_fen, points_off_fen, points, cash_fen, balance_fen, cost_fen, input_sealed,
                          input_mask, supply, fulfil_state, done_at)
  SELECT p_member, v_item, p_order, 1, i."skuId", i.snapshot, i.quantity, 0, 0, 0, 0, 0, 0, 0, 0, i."costFen",
         decode(i."inputSealed", 'base64'), coalesce(i."inputMask", '[]'), v_supply,
         CASE WHEN v_supply IS NULL THEN 'DONE' ELSE 'QUEUED' END, CASE WHEN v_supply IS NULL THEN v_now END
  FROM jsonb_to_record(p_item) AS i(
    "skuId" text, snapshot jsonb, quantity integer, "costFen" integer, "inputSealed" text, "inputMask" jsonb);
  IF v_supply IS NOT NULL THEN
    PERFORM fulfilment_submit(p_member, v_supply || jsonb_build_object('orderId', p_order, 'itemId', v_item),
                              decode(p_item->>'supplyContact', 'base64'), p_now);
  ELSE
    FOR v_template, v_place IN
      SELECT template, place
      FROM jsonb_array_elements_text(p_item->'snapshot'->'couponTemplateIds') WITH ORDINALITY AS x (template, place)
    LOOP
      FOR v_n IN 1..(p_item->>'quantity')::integer LOOP
        v_ref := concat_ws(':', v_item, v_place, v_n);
        PERFORM coupons_grant(p_member, md5(v_ref)::uuid, v_template, 'purchase', v_ref, p_now);
      END LOOP;
    END LOOP;
  END IF;

  -- Last, because concurrent transactions wait for this lock.
  v_short := catalog_stock_hold(p_order, jsonb_build_array(p_item), v_now + interval '1 minute', p_now);
  IF v_short IS NOT NULL OR NOT catalog_stock_confirm(p_order, p_now) THEN
    PERFORM platform_refuse('SOLD_OUT', jsonb_build_object('skuId', p_item->'skuId'));
  END IF;
END $$;
