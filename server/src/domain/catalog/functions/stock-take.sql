-- Takes pieces of one SKU's own stock for a hold. Returns true when held, false when too few are
-- free; then nothing was taken. Any bucket with enough pieces will do; each hold starts its search
-- at another bucket. Only when no bucket has enough, it locks all of them, in order, releases
-- expired holds, and collects the last pieces from several buckets. Locks: a hold's row changes
-- only under its bucket's lock; a transaction that locks several buckets does so in ascending order
-- while holding none; SKUs are locked in ascending order as well.
CREATE OR REPLACE FUNCTION catalog_stock_hold_sku(
  p_sku text, p_hold uuid, p_quantity integer, p_expires timestamptz, p_now timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_first integer := hashtext(p_hold::text) & 7;
  v_bucket smallint;
  v_free integer;
  v_left integer := p_quantity;
  v_taken integer;
BEGIN
  SELECT bucket INTO v_bucket FROM sku_stock
  WHERE sku_id = p_sku AND total - held - sold >= p_quantity
  ORDER BY (bucket - v_first + 8) % 8 LIMIT 1;
  IF FOUND THEN
    -- An update that finds too few pieces after waiting keeps its row locked; rolling back the
    -- block releases the lock.
    BEGIN
      UPDATE sku_stock SET held = held + p_quantity
      WHERE sku_id = p_sku AND bucket = v_bucket AND total - held - sold >= p_quantity;
      IF NOT FOUND THEN RAISE EXCEPTION 'catalog: the bucket ran out' USING ERRCODE = 'YJ011'; END IF;
      PERFORM catalog_stock_record_hold(p_sku, p_hold, v_bucket, p_quantity, p_expires);
      RETURN true;
    EXCEPTION WHEN SQLSTATE 'YJ011' THEN NULL;
    END;
  END IF;

  -- One snapshot, in which uncommitted takes of other transactions still count as free: if it is
  -- short, the stock is short.
  SELECT coalesce(sum(total - held - sold), 0)
         + (SELECT coalesce(sum(quantity), 0) FROM stock_hold
            WHERE sku_id = p_sku AND state = 'held' AND expires_at <= v_now)
  INTO v_free FROM sku_stock WHERE sku_id = p_sku;
  IF v_free < p_quantity THEN RETURN false; END IF;

  PERFORM 1 FROM sku_stock WHERE sku_id = p_sku ORDER BY bucket FOR UPDATE;
  WITH lapsed AS (
    UPDATE stock_hold SET state = 'lapsed'
    WHERE sku_id = p_sku AND state = 'held' AND expires_at <= v_now RETURNING bucket, quantity
  ), freed AS (SELECT bucket, sum(quantity)::integer AS quantity FROM lapsed GROUP BY bucket)
  UPDATE sku_stock s SET held = s.held - f.quantity FROM freed f WHERE s.sku_id = p_sku AND s.bucket = f.bucket;

  SELECT sum(total - held - sold) INTO v_free FROM sku_stock WHERE sku_id = p_sku;
  IF v_free < p_quantity THEN RETURN false; END IF;
  FOR v_bucket, v_free IN
    SELECT bucket, total - held - sold FROM sku_stock
    WHERE sku_id = p_sku AND total - held - sold > 0 ORDER BY total - held - sold DESC, bucket
  LOOP
    v_taken := least(v_free, v_left);
    UPDATE sku_stock SET held = held + v_taken WHERE sku_id = p_sku AND bucket = v_bucket;
    PERFORM catalog_stock_record_hold(p_sku, p_hold, v_bucket, v_taken, p_expires);
    v_left := v_left - v_taken;
    EXIT WHEN v_left = 0;
  END LOOP;
  RETURN true;
END $$;
