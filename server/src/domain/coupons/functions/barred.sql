-- Returns why a member may not use a coupon under these rules, whatever is in the basket, as the
-- code of a reason (`raisedReasons` of the contract); null when nothing bars it. The only place of
-- the rules `firstOrder`, `channels` and `oncePerPerson`: the quote, the order, a late payment and
-- the claim centre ask here. `p_order` is the order that wants the coupon, null for a quote: what it
-- holds itself does not count. Placing asks under the lock on the member's ledger.
CREATE OR REPLACE FUNCTION coupons_barred(
  p_member uuid, p_template text, p_rules jsonb, p_order uuid, p_now timestamptz
) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  IF (p_rules->>'firstOrder')::boolean
     AND (members_is_returning(p_member) OR catalog_has_bought(p_member, p_order, p_now)) THEN
    RETURN 'coupon_first_order';
  END IF;
  IF p_rules ? 'channels' AND NOT p_rules->'channels' ? members_channel(p_member) THEN
    RETURN 'coupon_channel_' || (p_rules->'channels'->>0);
  END IF;
  IF (p_rules->>'oncePerPerson')::boolean THEN
    PERFORM FROM coupon_use u
    JOIN member_coupon c ON c.member_id = p_member AND c.id = u.coupon_id
    WHERE u.member_id = p_member AND c.template_id = p_template AND u.order_id IS DISTINCT FROM p_order
      AND (u.state = 'used' OR (u.state = 'held' AND u.expires_at > v_now));
    IF FOUND THEN RETURN 'coupon_once'; END IF;
  END IF;
  RETURN NULL;
END $$;
