-- The city of an order, for the operators' list: of a meal the store's, of a purchase the one that
-- its quote was for. An order that a code pays otherwise has none; neither have older purchases.
ALTER TABLE orders ADD COLUMN city_code text CHECK (city_code ~ '^\d{6}$');
UPDATE orders o SET city_code = s.city_code
FROM store s WHERE s.store_id = o.snapshot->'store'->>'storeId' AND s.city_code ~ '^\d{6}$';
CREATE INDEX orders_city_newest ON orders (city_code, created_at DESC, id DESC) WHERE city_code IS NOT NULL;
