-- Submits an order to a supplier, in the transaction that paid for it: the supplier order, its
-- number, and the message. `p_supply` is {id, orderId, itemId?, routes: [{supplierId, product,
-- costFen, priority?, weight?}], outNo, request, messageId, attempt?, isManual?}: the first route
-- is used, the others are stored for a definite failure. They come in their order; a route chosen
-- before payment moves behind others of its priority when its supplier's health is bad by now.
-- `costFen` is of one; the request's quantity multiplies it. `request` has neither product nor
-- contact: `p_contact` is the phone, or the account of a top-up, sealed to the supplier order's id;
-- null for cards.
CREATE OR REPLACE FUNCTION fulfilment_submit(
  p_member uuid, p_supply jsonb, p_contact bytea, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_id uuid := (p_supply->>'id')::uuid;
  v_routes jsonb := p_supply->'routes';
  v_route jsonb;
BEGIN
  IF jsonb_array_length(v_routes) > 1 AND NOT p_supply ? 'attempt' THEN
    SELECT jsonb_agg(r.value ORDER BY coalesce((r.value->>'priority')::integer, 0), coalesce(p.is_ailing, false),
                     r.ordinality) INTO v_routes
    FROM jsonb_array_elements(v_routes) WITH ORDINALITY r
    LEFT JOIN supplier_pace p ON p.supplier_id = r.value->>'supplierId';
  END IF;
  v_route := v_routes->0;
  IF v_route IS NULL THEN RAISE EXCEPTION 'fulfilment: nothing is asked for without a route'; END IF;
  INSERT INTO supplier_out_no (out_no, owner_id, supplier_order_id, supplier_id)
  VALUES (p_supply->>'outNo', p_member, v_id, v_route->>'supplierId');
  -- The first poll comes early and is cheap; after it the application schedules the polls.
  INSERT INTO supplier_order (member_id, id, order_id, item_id, supplier_id, out_no, request, contact_sealed, attempt,
                              product, cost_fen, routes, manual_at, next_look_at, created_at)
  VALUES (p_member, v_id, (p_supply->>'orderId')::uuid, (p_supply->>'itemId')::uuid, v_route->>'supplierId',
          p_supply->>'outNo', p_supply->'request', p_contact, coalesce((p_supply->>'attempt')::integer, 1),
          v_route->>'product',
          (v_route->>'costFen')::integer * coalesce((p_supply->'request'->>'quantity')::integer, 1),
          v_routes - 0, CASE WHEN (p_supply->>'isManual')::boolean THEN v_now END,
          v_now + interval '5 seconds', v_now);
  PERFORM FROM platform_outbox_insert(p_member, (p_supply->>'messageId')::uuid, v_id, 'supplier.place',
                              jsonb_build_object('supplierOrderId', v_id), NULL, NULL, p_now);
END $$;
