-- Counts how many of each of these benefits a member has bought or holds: today, this month (China's
-- calendar) and ever; without one order, or with all when it is null. An expired unpaid order does
-- not count. A benefit without purchases has no row.
CREATE OR REPLACE FUNCTION catalog_purchase_counts(
  p_member uuid, p_benefits text[], p_without_order uuid, p_now timestamptz
) RETURNS TABLE (benefit_id text, today integer, month integer, ever integer) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  RETURN QUERY
  SELECT p.benefit_id,
         coalesce(sum(p.quantity) FILTER (
           WHERE p.at >= date_trunc('day', v_now, 'Asia/Shanghai')), 0)::integer,
         coalesce(sum(p.quantity) FILTER (
           WHERE p.at >= date_trunc('month', v_now, 'Asia/Shanghai')), 0)::integer,
         coalesce(sum(p.quantity), 0)::integer
  FROM purchase p
  WHERE p.member_id = p_member AND p.benefit_id = ANY (p_benefits) AND p.order_id IS DISTINCT FROM p_without_order
    AND (p.state = 'made' OR (p.state = 'held' AND p.expires_at > v_now))
  GROUP BY p.benefit_id;
END $$;

-- Checks an order's items against their benefits' limits and holds them; the caller has locked the
-- member's ledger. `p_items` is [{benefitId, quantity, perOrder?, perDay?, perMonth?, life?}]; days
-- and months are China's. Raises LIMIT_REACHED {benefitId, limit, left} with the limit that allows
-- the fewest. An expired unpaid order does not count.
CREATE OR REPLACE FUNCTION catalog_limit_hold(
  p_member uuid, p_order uuid, p_items jsonb, p_expires timestamptz, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_short jsonb;
BEGIN
  -- Most benefits have no limit: then nothing is counted.
  IF p_items @? '$[*] ? (@.perOrder != null || @.perDay != null || @.perMonth != null || @.life != null)' THEN
    WITH asked AS (
      SELECT i."benefitId" AS benefit_id, sum(i.quantity)::integer AS quantity,
             min(i."perOrder") AS per_order, min(i."perDay") AS per_day, min(i."perMonth") AS per_month, min(i.life) AS life
      FROM jsonb_to_recordset(p_items) AS i("benefitId" text, quantity integer, "perOrder" integer, "perDay" integer,
                                            "perMonth" integer, life integer)
      GROUP BY i."benefitId"
    ), bound AS (
      SELECT a.benefit_id, a.quantity, l.place, l.name, l.free
      FROM asked a
      LEFT JOIN catalog_purchase_counts(p_member, ARRAY(SELECT benefit_id FROM asked), p_order, p_now) h
        USING (benefit_id),
      LATERAL (VALUES
        (1, 'perOrder', a.per_order), (2, 'perDay', a.per_day - coalesce(h.today, 0)),
        (3, 'perMonth', a.per_month - coalesce(h.month, 0)), (4, 'life', a.life - coalesce(h.ever, 0))
      ) AS l(place, name, free)
      WHERE l.free IS NOT NULL
    )
    SELECT jsonb_build_object('benefitId', benefit_id, 'limit', name, 'left', greatest(free, 0)) INTO v_short
    FROM bound WHERE quantity > free ORDER BY free, benefit_id COLLATE "C", place LIMIT 1;
    IF v_short IS NOT NULL THEN PERFORM platform_refuse('LIMIT_REACHED', v_short); END IF;
  END IF;
  INSERT INTO purchase (member_id, order_id, benefit_id, quantity, state, expires_at, at)
  SELECT p_member, p_order, i."benefitId", sum(i.quantity)::integer, 'held', p_expires, v_now
  FROM jsonb_to_recordset(p_items) AS i("benefitId" text, quantity integer)
  GROUP BY i."benefitId"
  -- An expired order may hold again.
  ON CONFLICT (member_id, order_id, benefit_id) DO UPDATE
  SET quantity = excluded.quantity, state = 'held', expires_at = excluded.expires_at, at = excluded.at
  WHERE purchase.state <> 'made';
END $$;

-- The order is paid: its purchases count from now on. Returns false when their hold had expired;
-- then nothing has changed.
CREATE OR REPLACE FUNCTION catalog_limit_confirm(p_member uuid, p_order uuid, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  UPDATE purchase SET state = 'made'
  WHERE member_id = p_member AND order_id = p_order AND state = 'held' AND expires_at > v_now;
  RETURN FOUND OR NOT EXISTS (
    SELECT FROM purchase WHERE member_id = p_member AND order_id = p_order AND state <> 'made');
END $$;

-- The order was cancelled, closed or fully refunded: its purchases no longer count.
CREATE OR REPLACE FUNCTION catalog_limit_void(p_member uuid, p_order uuid, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE purchase SET state = 'void' WHERE member_id = p_member AND order_id = p_order AND state <> 'void';
END $$;

-- Part of a benefit was refunded: that quantity no longer counts.
CREATE OR REPLACE FUNCTION catalog_limit_return(
  p_member uuid, p_order uuid, p_benefit text, p_quantity integer, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE purchase SET quantity = quantity - p_quantity
  WHERE member_id = p_member AND order_id = p_order AND benefit_id = p_benefit AND quantity > p_quantity;
  IF FOUND THEN RETURN; END IF;
  UPDATE purchase SET state = 'void'
  WHERE member_id = p_member AND order_id = p_order AND benefit_id = p_benefit AND state <> 'void';
END $$;

-- Returns whether a member has bought anything: paid, or placed and waiting for its payment. One order
-- does not count, or none when it is null; nor do cancelled and fully refunded ones.
CREATE OR REPLACE FUNCTION catalog_has_bought(p_member uuid, p_without_order uuid, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  RETURN (
    SELECT EXISTS (
      SELECT FROM purchase p
      WHERE p.member_id = p_member AND p.order_id IS DISTINCT FROM p_without_order
        AND (p.state = 'made' OR (p.state = 'held' AND p.expires_at > v_now)))
  );
END $$;

-- Returns whether an order is the first that the member paid, of those that were not refunded in full.
CREATE OR REPLACE FUNCTION catalog_is_first_purchase(p_member uuid, p_order uuid)
RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT EXISTS (
      SELECT FROM purchase p
      WHERE p.member_id = p_member AND p.order_id = p_order AND p.state = 'made'
        AND NOT EXISTS (
          SELECT FROM purchase e
          WHERE e.member_id = p_member AND e.order_id <> p_order AND e.state = 'made'
            AND (e.at, e.order_id) < (p.at, p.order_id)))
  );
END $$;
