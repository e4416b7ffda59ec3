-- Returns a SKU of `p_items` [{skuId, version}] whose price now has another version, or which is no
-- longer on sale; null when all are unchanged since the quote.
CREATE OR REPLACE FUNCTION catalog_changed_sku(p_items jsonb, p_now timestamptz) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  RETURN (
    SELECT i."skuId" FROM jsonb_to_recordset(p_items) AS i("skuId" text, version integer)
    WHERE i.version IS DISTINCT FROM (
      SELECT p.version FROM sku_price p
      JOIN sku s ON s.sku_id = p.sku_id AND s.is_on
      JOIN benefit b ON b.benefit_id = s.benefit_id AND b.status = 'on'
      WHERE p.sku_id = i."skuId" AND p.starts_at <= v_now
        AND (p.ends_at IS NULL OR p.ends_at > v_now) AND p.withdrawn_at IS NULL
      ORDER BY p.starts_at DESC, p.version DESC LIMIT 1)
    ORDER BY 1 LIMIT 1
  );
END $$;
