-- What a row may hold is the same as before, written for less (decision 0168): PostgreSQL reads every CHECK of a table again
-- for each statement that writes to it, from a text whose length follows the expression. A long expression is
-- therefore a function of its columns, and the amounts of a row are one CHECK. `least` passes over nulls, as a CHECK does.
-- Functions in a CHECK are plpgsql: one in SQL is parsed for each statement.

CREATE OR REPLACE FUNCTION ledger_held_of(p_asset text, p_purpose text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE p_asset || ' ' || p_purpose
    WHEN 'CNY principal' THEN 'held_principal'
    WHEN 'CNY bonus' THEN 'held_bonus'
    WHEN 'CNY reward_cash' THEN 'held_reward'
    WHEN 'PTS available' THEN 'held'
  END;
END $$;

-- A guarded side of a transfer carries its account's version and the balance after it; a contra side carries neither.
CREATE FUNCTION ledger_is_side(p_asset text, p_purpose text, p_version bigint, p_after bigint)
RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE WHEN ledger_is_contra(p_asset, p_purpose) THEN num_nonnulls(p_version, p_after) = 0
    ELSE ledger_sign(p_asset, p_purpose) IS NOT NULL AND num_nonnulls(p_version, p_after) = 2 END;
END $$;
ALTER TABLE ledger_transfer
  DROP CONSTRAINT ledger_transfer_debit_known,
  DROP CONSTRAINT ledger_transfer_credit_known,
  ADD CONSTRAINT ledger_transfer_debit_known CHECK (ledger_is_side(asset, debit, debit_version, debit_after)),
  ADD CONSTRAINT ledger_transfer_credit_known CHECK (ledger_is_side(asset, credit, credit_version, credit_after));

ALTER TABLE orders
  DROP CONSTRAINT orders_goods_fen_check,
  DROP CONSTRAINT orders_voucher_fen_check,
  DROP CONSTRAINT orders_difference_fen_check,
  DROP CONSTRAINT orders_paid_fen_check,
  DROP CONSTRAINT orders_points_check,
  DROP CONSTRAINT orders_level_off_fen_check,
  DROP CONSTRAINT orders_coupon_off_fen_check,
  DROP CONSTRAINT orders_points_off_fen_check,
  DROP CONSTRAINT orders_payable_fen_check,
  DROP CONSTRAINT orders_balance_fen_check,
  DROP CONSTRAINT orders_cash_fen_check,
  ADD CONSTRAINT orders_amounts CHECK (
    least(goods_fen, voucher_fen, difference_fen, paid_fen, points, level_off_fen, coupon_off_fen, points_off_fen,
          payable_fen, balance_fen, cash_fen) >= 0);

-- At most what was paid for an item is refunded.
CREATE FUNCTION orders_is_within(p_refunded jsonb, p_cash_fen integer, p_balance_fen integer, p_points integer)
RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN coalesce((p_refunded->>'cashFen')::integer, 0) BETWEEN 0 AND p_cash_fen
    AND coalesce((p_refunded->>'balanceFen')::integer, 0) BETWEEN 0 AND p_balance_fen
    AND coalesce((p_refunded->>'points')::integer, 0) BETWEEN 0 AND p_points;
END $$;
ALTER TABLE order_item
  DROP CONSTRAINT order_item_unit_fen_check,
  DROP CONSTRAINT order_item_goods_fen_check,
  DROP CONSTRAINT order_item_level_off_fen_check,
  DROP CONSTRAINT order_item_coupon_off_fen_check,
  DROP CONSTRAINT order_item_points_off_fen_check,
  DROP CONSTRAINT order_item_points_check,
  DROP CONSTRAINT order_item_cash_fen_check,
  DROP CONSTRAINT order_item_balance_fen_check,
  DROP CONSTRAINT order_item_cost_fen_check,
  DROP CONSTRAINT order_item_refunded_within,
  ADD CONSTRAINT order_item_amounts CHECK (
    least(unit_fen, goods_fen, level_off_fen, coupon_off_fen, points_off_fen, points, cash_fen, balance_fen, cost_fen) >= 0),
  ADD CONSTRAINT order_item_refunded_within CHECK (
    refunded_quantity BETWEEN 0 AND quantity AND orders_is_within(refunded, cash_fen, balance_fen, points));

ALTER TABLE wallet_hold
  DROP CONSTRAINT wallet_hold_bonus_check,
  DROP CONSTRAINT wallet_hold_principal_check,
  DROP CONSTRAINT wallet_hold_reward_check,
  ADD CONSTRAINT wallet_hold_parts CHECK (least(bonus, principal, reward) >= 0);

-- Returns an array now.
DROP FUNCTION IF EXISTS coupons_pack_contents(text, jsonb, jsonb);
