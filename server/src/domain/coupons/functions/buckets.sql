-- Replaces the buckets of a campaign that is a draft, for new totals and a new budget; returns whether
-- it was one. With the owner's rights: the application itself cannot delete a bucket. The caller has
-- changed the draft in this transaction, and so holds the lock on its row; the owner locks no row
-- that the application has changed, because on a cluster that is another connection. Each
-- is an array with one limit a bucket, null where there is none.
CREATE OR REPLACE FUNCTION coupons_spread(p_template text, p_stock jsonb, p_spend jsonb)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM coupon_template WHERE template_id = p_template AND status = 'draft';
  IF NOT FOUND THEN RETURN false; END IF;
  DELETE FROM campaign_stock WHERE template_id = p_template;
  DELETE FROM campaign_spend WHERE template_id = p_template;
  INSERT INTO campaign_stock (template_id, bucket, total)
  SELECT p_template, at - 1, total::integer FROM jsonb_array_elements_text(p_stock) WITH ORDINALITY AS x(total, at);
  INSERT INTO campaign_spend (template_id, bucket, budget_fen)
  SELECT p_template, at - 1, fen::bigint FROM jsonb_array_elements_text(p_spend) WITH ORDINALITY AS x(fen, at);
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION coupons_spread FROM PUBLIC;
GRANT EXECUTE ON FUNCTION coupons_spread TO yunjing_app;
