-- Adds money and coupons, or packs, to the limits of a campaign that is active or paused; returns
-- whether it was. A bucket gets whole packs.
-- Shares are equal among the buckets that have a limit, the first ones taking the rest; a limit that
-- is absent stays so. With the owner's rights: the application itself cannot change a limit. The
-- warning about the budget may then be given again.
CREATE OR REPLACE FUNCTION coupons_raise_limits(p_template text, p_add_fen bigint, p_add_coupons integer)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_size integer;
BEGIN
  IF p_add_fen < 0 OR p_add_coupons < 0 THEN RETURN false; END IF;
  UPDATE coupon_template SET warned_at = NULL WHERE template_id = p_template AND status IN ('active', 'paused')
  RETURNING pack_size INTO v_size;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE campaign_spend s
  SET budget_fen = s.budget_fen + p_add_fen / n.buckets + CASE WHEN n.place <= p_add_fen % n.buckets THEN 1 ELSE 0 END
  FROM (SELECT bucket, row_number() OVER (ORDER BY bucket) AS place, count(*) OVER () AS buckets
        FROM campaign_spend WHERE template_id = p_template AND budget_fen IS NOT NULL) n
  WHERE s.template_id = p_template AND s.bucket = n.bucket;
  UPDATE campaign_stock s
  SET total = s.total + v_size * (p_add_coupons / n.buckets
    + CASE WHEN n.place <= p_add_coupons % n.buckets THEN 1 ELSE 0 END)
  FROM (SELECT bucket, row_number() OVER (ORDER BY bucket) AS place, count(*) OVER () AS buckets
        FROM campaign_stock WHERE template_id = p_template AND total IS NOT NULL) n
  WHERE s.template_id = p_template AND s.bucket = n.bucket;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION coupons_raise_limits FROM PUBLIC;
GRANT EXECUTE ON FUNCTION coupons_raise_limits TO yunjing_app;
