-- Coupon packs: a campaign whose `rules` list several coupons, which one statement issues together
-- (decision 0140).

-- Coupons of one issue: those of a pack, else 1.
ALTER TABLE coupon_template
  ADD COLUMN pack_size smallint NOT NULL GENERATED ALWAYS AS (coalesce((rules->>'size')::smallint, 1)) STORED,
  ADD CONSTRAINT coupon_template_pack_size UNIQUE (template_id, pack_size),
  ADD CONSTRAINT coupon_template_pack CHECK ((rules->>'type' = 'pack') = (pack_size > 1) AND pack_size BETWEEN 1 AND 20);

-- The coupons of one issue are numbered, and each needs the one after it; after the last one comes the
-- first. So a statement issues all of them or none. A coupon alone is a pack of one. A merge of accounts
-- moves coupons singly: they keep their number.
ALTER TABLE member_coupon
  ADD COLUMN pack_seq smallint NOT NULL DEFAULT 1 CHECK (pack_seq >= 1),
  ADD COLUMN pack_size smallint DEFAULT 1,
  ADD COLUMN pack_next smallint DEFAULT 1,
  DROP CONSTRAINT member_coupon_once,
  ADD CONSTRAINT member_coupon_once UNIQUE (member_id, template_id, source, source_ref, pack_seq),
  ADD CONSTRAINT member_coupon_pack_order CHECK (pack_seq <= pack_size AND pack_next = pack_seq % pack_size + 1),
  ADD CONSTRAINT member_coupon_moved CHECK (
    (pack_size IS NULL) = (pack_next IS NULL) AND (pack_size IS NOT NULL OR starts_with(source_ref, 'merge:'))),
  ADD CONSTRAINT member_coupon_pack_size FOREIGN KEY (template_id, pack_size)
    REFERENCES coupon_template (template_id, pack_size),
  ADD CONSTRAINT member_coupon_whole_pack FOREIGN KEY (member_id, template_id, source, source_ref, pack_next)
    REFERENCES member_coupon (member_id, template_id, source, source_ref, pack_seq);

-- Takes the number of coupons as well now.
DROP FUNCTION IF EXISTS coupons_take_stock(uuid, text);
