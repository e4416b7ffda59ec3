-- Divides an amount among lots, in the order of the array: each gives what it has, until the amount
-- is reached. Returns the parts; together they are less than the amount when the lots do not
-- suffice. Reads no table: the caller locks the lots, orders them and takes the parts from them.
CREATE OR REPLACE FUNCTION ledger_draw_lots(p_lots ledger_lot[], p_amount bigint)
RETURNS TABLE (lot_id uuid, taken bigint) LANGUAGE sql STABLE AS $$
  SELECT id, least(remaining, p_amount - before)
  FROM (SELECT id, remaining,
               (sum(remaining) OVER (ORDER BY place))::bigint - remaining AS before
        FROM unnest(p_lots) WITH ORDINALITY AS lot (id, remaining, place)
        WHERE remaining > 0) AS lots
  WHERE before < p_amount
$$;
