-- Records what a hold took from a bucket; a hold that lapsed or was voided there may take again.
CREATE OR REPLACE FUNCTION catalog_stock_record_hold(
  p_sku text, p_hold uuid, p_bucket smallint, p_quantity integer, p_expires timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_hold (sku_id, hold_id, bucket, quantity, state, expires_at)
  VALUES (p_sku, p_hold, p_bucket, p_quantity, 'held', p_expires)
  ON CONFLICT (sku_id, hold_id, bucket) DO UPDATE
  SET quantity = excluded.quantity, state = 'held', expires_at = excluded.expires_at
  WHERE stock_hold.state IN ('lapsed', 'void');
END $$;
