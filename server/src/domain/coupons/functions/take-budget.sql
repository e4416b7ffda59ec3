-- Holds money in a campaign's budget for an order that waits for its payment, and returns the
-- bucket, or null when no bucket has enough left. A bucket that is short first releases its expired
-- holds.
CREATE OR REPLACE FUNCTION coupons_hold_budget(
  p_member uuid, p_template text, p_order uuid, p_coupon uuid, p_fen integer, p_expires timestamptz, p_now timestamptz
) RETURNS smallint LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_start integer := hashtext(p_order::text) & 15;
  v_bucket smallint;
  v_freed bigint;
BEGIN
  FOR v_bucket IN SELECT s.bucket FROM campaign_spend s WHERE s.template_id = p_template
                  ORDER BY s.bucket < v_start, s.bucket LOOP
    FOR v_try IN 1..2 LOOP
      UPDATE campaign_spend SET held_fen = held_fen + p_fen
      WHERE template_id = p_template AND bucket = v_bucket
        AND (budget_fen IS NULL OR held_fen + spent_fen + p_fen <= budget_fen);
      IF FOUND THEN
        INSERT INTO campaign_hold (template_id, bucket, order_id, coupon_id, owner_id, amount_fen, state, expires_at)
        VALUES (p_template, v_bucket, p_order, p_coupon, p_member, p_fen, 'held', p_expires)
        ON CONFLICT (template_id, order_id, coupon_id) DO UPDATE
        SET bucket = excluded.bucket, state = 'held', amount_fen = excluded.amount_fen,
            expires_at = excluded.expires_at;
        RETURN v_bucket;
      END IF;
      EXIT WHEN v_try = 2;
      WITH over AS (
        UPDATE campaign_hold SET state = 'void'
        WHERE template_id = p_template AND bucket = v_bucket AND state = 'held' AND expires_at <= v_now
        RETURNING amount_fen
      ) SELECT coalesce(sum(amount_fen), 0) INTO v_freed FROM over;
      EXIT WHEN v_freed = 0;
      UPDATE campaign_spend SET held_fen = held_fen - v_freed WHERE template_id = p_template AND bucket = v_bucket;
    END LOOP;
  END LOOP;
  RETURN NULL;
END $$;
