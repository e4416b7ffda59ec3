-- The ends of meals by store: the list of stores counts seven days of the stores on its page. Of
-- 1,000 stores with 200 meals each it read every supplier order of those days.
CREATE INDEX supplier_order_store ON supplier_order ((request->>'storeCode'), ended_at)
  WHERE ended_at IS NOT NULL AND request->>'storeCode' IS NOT NULL;
