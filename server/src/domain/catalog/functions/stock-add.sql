-- Adds pieces to a SKU's own stock, or removes free pieces, for an operator. Returns the new total,
-- or null when fewer are free than are to be removed; then nothing has changed. Held and sold
-- pieces cannot be removed.
CREATE OR REPLACE FUNCTION catalog_stock_add(p_sku text, p_delta integer, p_now timestamptz)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_bucket smallint;
  v_free integer;
  v_left integer := -p_delta;
  v_total integer;
BEGIN
  INSERT INTO sku_stock (sku_id, bucket, total) SELECT p_sku, b, 0 FROM generate_series(0, 7) b
  ON CONFLICT (sku_id, bucket) DO NOTHING;
  PERFORM 1 FROM sku_stock WHERE sku_id = p_sku ORDER BY bucket FOR UPDATE;
  IF p_delta >= 0 THEN
    UPDATE sku_stock SET total = total + p_delta / 8 + (bucket < p_delta % 8)::integer WHERE sku_id = p_sku;
  ELSE
    SELECT sum(total - held - sold) INTO v_free FROM sku_stock WHERE sku_id = p_sku;
    IF v_free < v_left THEN RETURN NULL; END IF;
    FOR v_bucket, v_free IN
      SELECT bucket, total - held - sold FROM sku_stock WHERE sku_id = p_sku ORDER BY total - held - sold DESC, bucket
    LOOP
      EXIT WHEN v_left = 0;
      UPDATE sku_stock SET total = total - least(v_free, v_left) WHERE sku_id = p_sku AND bucket = v_bucket;
      v_left := v_left - least(v_free, v_left);
    END LOOP;
  END IF;
  SELECT sum(total)::integer INTO v_total FROM sku_stock WHERE sku_id = p_sku;
  RETURN v_total;
END $$;
