-- A draft of a campaign can be changed, its coupons can be given by an event, and operators are warned
-- once when most of its budget is gone.
ALTER TABLE coupon_template
  -- What gives a coupon to a member without a claim; absent: nothing does.
  ADD COLUMN given_on text CHECK (given_on IN ('register', 'first_order', 'birthday')),
  ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  ADD COLUMN warned_at timestamptz;
CREATE INDEX coupon_template_given_on ON coupon_template (given_on) WHERE given_on IS NOT NULL;
GRANT UPDATE (given_on, version, warned_at, sort) ON coupon_template TO yunjing_app;

-- What one campaign gave and what of it was used, by day.
CREATE INDEX member_coupon_given ON member_coupon (template_id, created_at);
CREATE INDEX member_coupon_used_at ON member_coupon (template_id, used_at) WHERE used_at IS NOT NULL;

ALTER TABLE member_coupon DROP CONSTRAINT member_coupon_source_check;
ALTER TABLE member_coupon ADD CONSTRAINT member_coupon_source_check CHECK (source IN
  ('claim', 'grant', 'register', 'invite', 'code', 'purchase', 'level', 'compensation', 'first_order', 'birthday'));
