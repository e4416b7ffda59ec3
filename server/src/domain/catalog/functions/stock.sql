-- Holds the own stock of an order's items until `p_expires`; `p_items` is [{skuId, quantity}],
-- `p_hold` the order. Returns null when all are held, else the SKU that is short; then nothing is
-- held and the caller refuses SOLD_OUT. Skips SKUs with unlimited stock or the supplier's stock.
-- Idempotent for the same hold.
CREATE OR REPLACE FUNCTION catalog_stock_hold(p_hold uuid, p_items jsonb, p_expires timestamptz, p_now timestamptz)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_sku text;
  v_quantity integer;
BEGIN
  FOR v_sku, v_quantity IN
    SELECT s.sku_id, sum(i.quantity)::integer
    FROM jsonb_to_recordset(p_items) AS i("skuId" text, quantity integer)
    JOIN sku s ON s.sku_id = i."skuId" AND s.stock_mode = 'own'
    GROUP BY s.sku_id ORDER BY s.sku_id
  LOOP
    CONTINUE WHEN EXISTS (
      SELECT FROM stock_hold WHERE sku_id = v_sku AND hold_id = p_hold AND state IN ('held', 'sold'));
    PERFORM catalog_stock_void_lapsed(v_sku, p_hold);
    IF NOT catalog_stock_hold_sku(v_sku, p_hold, v_quantity, p_expires, p_now) THEN
      PERFORM catalog_stock_void(p_hold, p_now);
      RETURN v_sku;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- Voids lapsed holds: they are taken again, or not needed any more.
CREATE OR REPLACE FUNCTION catalog_stock_void_lapsed(p_sku text, p_hold uuid)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stock_hold SET state = 'void' WHERE sku_id = p_sku AND hold_id = p_hold AND state = 'lapsed';
END $$;

-- Changes the held pieces of one SKU's hold to `p_to` (sold or void); returns how many pieces
-- changed.
CREATE OR REPLACE FUNCTION catalog_stock_settle(p_sku text, p_hold uuid, p_to text)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE v_moved integer;
BEGIN
  PERFORM 1 FROM sku_stock WHERE sku_id = p_sku AND bucket IN (
    SELECT bucket FROM stock_hold WHERE sku_id = p_sku AND hold_id = p_hold AND state = 'held')
  ORDER BY bucket FOR UPDATE;
  WITH settled AS (
    UPDATE stock_hold SET state = p_to WHERE sku_id = p_sku AND hold_id = p_hold AND state = 'held'
    RETURNING bucket, quantity
  ), moved AS (
    UPDATE sku_stock s SET held = s.held - m.quantity,
      sold = s.sold + CASE WHEN p_to = 'sold' THEN m.quantity ELSE 0 END
    FROM settled m WHERE s.sku_id = p_sku AND s.bucket = m.bucket RETURNING m.quantity
  )
  SELECT coalesce(sum(quantity), 0)::integer INTO v_moved FROM moved;
  RETURN v_moved;
END $$;

-- The order is paid: held → sold. Lapsed pieces are taken again if they are still free. Returns
-- false when they are not; then nothing has changed. Returns true when repeated, and for an order
-- that held nothing; false for a voided one.
CREATE OR REPLACE FUNCTION catalog_stock_confirm(p_hold uuid, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_sku text;
  v_lapsed integer;
BEGIN
  FOR v_sku IN SELECT DISTINCT sku_id FROM stock_hold WHERE hold_id = p_hold ORDER BY sku_id LOOP
    BEGIN
      CONTINUE WHEN catalog_stock_settle(v_sku, p_hold, 'sold') > 0;
      -- Nothing is held any more: rolling back the block releases the buckets, so that taking again
      -- finds none locked.
      RAISE EXCEPTION 'catalog: nothing is held' USING ERRCODE = 'YJ012';
    EXCEPTION WHEN SQLSTATE 'YJ012' THEN NULL;
    END;
    CONTINUE WHEN EXISTS (SELECT FROM stock_hold WHERE sku_id = v_sku AND hold_id = p_hold AND state = 'sold');
    SELECT coalesce(sum(quantity), 0)::integer INTO v_lapsed FROM stock_hold
    WHERE sku_id = v_sku AND hold_id = p_hold AND state = 'lapsed';
    PERFORM catalog_stock_void_lapsed(v_sku, p_hold);
    IF v_lapsed = 0 OR NOT catalog_stock_hold_sku(v_sku, p_hold, v_lapsed, v_now, p_now) THEN
      RAISE EXCEPTION 'catalog: stock is gone' USING ERRCODE = 'YJ011';
    END IF;
    PERFORM catalog_stock_settle(v_sku, p_hold, 'sold');
  END LOOP;
  RETURN true;
EXCEPTION WHEN SQLSTATE 'YJ011' THEN
  RETURN false;
END $$;

-- The order was cancelled or closed: its held pieces are free again. Sold pieces stay sold.
CREATE OR REPLACE FUNCTION catalog_stock_void(p_hold uuid, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_sku text;
BEGIN
  FOR v_sku IN
    SELECT DISTINCT sku_id FROM stock_hold WHERE hold_id = p_hold AND state IN ('held', 'lapsed') ORDER BY sku_id
  LOOP
    PERFORM catalog_stock_settle(v_sku, p_hold, 'void');
    PERFORM catalog_stock_void_lapsed(v_sku, p_hold);
  END LOOP;
END $$;

-- Puts pieces that were sold and never delivered on sale again. Raises 23514 for more than were
-- sold.
CREATE OR REPLACE FUNCTION catalog_stock_return(p_sku text, p_quantity integer, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_bucket smallint;
  v_sold integer;
  v_left integer := p_quantity;
BEGIN
  IF NOT EXISTS (SELECT FROM sku WHERE sku_id = p_sku AND stock_mode = 'own') THEN RETURN; END IF;
  PERFORM 1 FROM sku_stock WHERE sku_id = p_sku ORDER BY bucket FOR UPDATE;
  FOR v_bucket, v_sold IN
    SELECT bucket, sold FROM sku_stock WHERE sku_id = p_sku AND sold > 0 ORDER BY sold DESC, bucket
  LOOP
    UPDATE sku_stock SET sold = sold - least(v_sold, v_left) WHERE sku_id = p_sku AND bucket = v_bucket;
    v_left := v_left - least(v_sold, v_left);
    EXIT WHEN v_left = 0;
  END LOOP;
  IF v_left > 0 THEN
    RAISE EXCEPTION 'catalog: % returned beyond what was sold', p_sku USING ERRCODE = '23514';
  END IF;
END $$;

-- An order's pieces were neither delivered nor paid for: they are on sale again, and the hold is
-- void.
CREATE OR REPLACE FUNCTION catalog_stock_return_undelivered(p_hold uuid, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_sku text;
  v_quantity integer;
BEGIN
  FOR v_sku IN SELECT DISTINCT sku_id FROM stock_hold WHERE hold_id = p_hold AND state = 'sold' ORDER BY sku_id LOOP
    PERFORM 1 FROM sku_stock WHERE sku_id = v_sku ORDER BY bucket FOR UPDATE;
    WITH undone AS (
      UPDATE stock_hold SET state = 'void' WHERE sku_id = v_sku AND hold_id = p_hold AND state = 'sold' RETURNING quantity
    ) SELECT sum(quantity)::integer INTO v_quantity FROM undone;
    IF v_quantity > 0 THEN PERFORM catalog_stock_return(v_sku, v_quantity, p_now); END IF;
  END LOOP;
END $$;
