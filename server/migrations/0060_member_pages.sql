-- Members' pages say what is true: counted orders, cards that wait to be used, and levels without an empty promise.

-- How many orders brought a benefit on a day in China, as the counter of orders last counted them.
CREATE TABLE benefit_exchanged (
  benefit_id text NOT NULL REFERENCES benefit (benefit_id),
  day date NOT NULL,
  orders integer NOT NULL CHECK (orders > 0),
  PRIMARY KEY (benefit_id, day)
);
GRANT SELECT, INSERT, UPDATE (orders) ON benefit_exchanged TO yunjing_app;
-- The counter reads what was delivered since the day before.
CREATE INDEX order_item_done ON order_item (done_at) WHERE done_at IS NOT NULL;

-- The shown number was written by hand so far. From now on it is counted.
INSERT INTO benefit_exchanged (benefit_id, day, orders)
SELECT b.benefit_id, (i.done_at AT TIME ZONE 'Asia/Shanghai')::date, count(DISTINCT i.order_id)::integer
FROM order_item i JOIN benefit b ON b.benefit_id = i.snapshot->>'benefitId'
WHERE i.done_at IS NOT NULL GROUP BY 1, 2;
UPDATE benefit b SET shown_exchanged = coalesce(
  (SELECT sum(e.orders) FROM benefit_exchanged e WHERE e.benefit_id = b.benefit_id), 0);

-- An order of cards is done when its cards are used. Those that were ended with their delivery wait again.
UPDATE orders o
SET order_state = 'ACTIVE', finished_at = NULL, pickup_to = kept.until
FROM (SELECT member_id, order_id, max(coalesce(valid_until, '2200-01-01')) AS until,
             bool_or(state IN ('READY', 'REVEALED')) AS is_live
      FROM card WHERE state <> 'VOID' GROUP BY member_id, order_id) kept
WHERE o.member_id = kept.member_id AND o.id = kept.order_id AND kept.is_live AND kept.until > now()
  AND o.order_state = 'DONE' AND o.fulfil_state = 'DONE';

-- Nobody knows a member's birthday, so no level can keep this promise.
UPDATE level SET version = version + 1, benefits = (
  SELECT coalesce(jsonb_agg(b ORDER BY place), '[]') FROM jsonb_array_elements(benefits) WITH ORDINALITY AS x (b, place)
  WHERE b->>'name' <> '生日礼遇')
WHERE benefits @> '[{"name": "生日礼遇"}]';
