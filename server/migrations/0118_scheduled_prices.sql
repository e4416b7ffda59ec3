-- Scheduled prices. Of the prices in force the one that began last applies; before, it was the one
-- with the highest version, so a price that was scheduled first and overtaken by a later change
-- never applied. A scheduled price can be withdrawn before it begins.
ALTER TABLE sku_price
  ADD COLUMN withdrawn_at timestamptz,
  ADD COLUMN withdrawn_by text,
  ADD CONSTRAINT sku_price_withdrawn CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL));

-- A price that another one overtook stays without effect, so that the update changes no price.
UPDATE sku_price p SET withdrawn_at = now(), withdrawn_by = 'migration'
WHERE EXISTS (
  SELECT 1 FROM sku_price q
  WHERE q.sku_id = p.sku_id AND q.version > p.version AND q.starts_at < p.starts_at
    AND (q.ends_at IS NULL OR q.ends_at > greatest(now(), p.starts_at)));

-- The next instant at which a price changes, which ends every cached catalogue.
CREATE INDEX sku_price_starts ON sku_price (starts_at);
CREATE INDEX sku_price_ends ON sku_price (ends_at) WHERE ends_at IS NOT NULL;
GRANT UPDATE (withdrawn_at, withdrawn_by) ON sku_price TO yunjing_app;
