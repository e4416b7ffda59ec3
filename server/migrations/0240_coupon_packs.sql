-- Coupon packs: a campaign whose `rules` list several coupons, which one statement issues together
-- (decision 0140). `pack_seq` numbers the coupons of one issue; a coupon alone is the first of one.
ALTER TABLE member_coupon
  ADD COLUMN pack_seq smallint NOT NULL DEFAULT 1 CHECK (pack_seq >= 1),
  DROP CONSTRAINT member_coupon_once,
  ADD CONSTRAINT member_coupon_once UNIQUE (member_id, template_id, source, source_ref, pack_seq);

-- Takes the number of coupons as well now.
DROP FUNCTION IF EXISTS coupons_take_stock(uuid, text);
