-- Asks a supplier for something, in the transaction that paid for it: the supplier order, its number, and the message.
CREATE OR REPLACE FUNCTION fulfilment_submit(
  p_member uuid, p_id uuid, p_order uuid, p_supplier text, p_out_no text, p_request jsonb, p_contact bytea,
  p_message uuid, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO supplier_out_no (out_no, owner_id, supplier_order_id, supplier_id)
  VALUES (p_out_no, p_member, p_id, p_supplier);
  -- The first look comes early and is cheap; from then on the application knows when to look again.
  INSERT INTO supplier_order (member_id, id, order_id, supplier_id, out_no, request, contact_sealed, next_look_at,
                              created_at)
  VALUES (p_member, p_id, p_order, p_supplier, p_out_no, p_request, p_contact,
          coalesce(p_now, now()) + interval '5 seconds', coalesce(p_now, now()));
  PERFORM platform_outbox_put(p_member, p_message, p_id, 'supplier.place',
                              jsonb_build_object('supplierOrderId', p_id), NULL, NULL, p_now);
END $$;
