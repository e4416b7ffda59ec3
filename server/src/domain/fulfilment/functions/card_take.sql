-- Takes cards out of our own stock for a number, once: `given` when all are taken now or were before, `refused` when
-- there are too few, or when the number was given up. Which cards they are is read by the number.
-- Candidates are only read; the guarded update decides. A taker who comes second waits for that row, finds it taken, and
-- looks for another, so that a refusal is never said while a free card is to be seen.
CREATE OR REPLACE FUNCTION fulfilment_card_take(
  p_product text, p_out_no text, p_quantity integer, p_lane integer, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_taken integer := 0;
  v_some integer;
  v_cards uuid[];
BEGIN
  INSERT INTO card_take (out_no, product, quantity, state, created_at)
  VALUES (p_out_no, p_product, p_quantity, 'given', v_now) ON CONFLICT (out_no) DO NOTHING;
  IF NOT FOUND THEN RETURN (SELECT state FROM card_take WHERE out_no = p_out_no); END IF;

  WHILE v_taken < p_quantity LOOP
    -- From the lane drawn upwards, then from the first.
    SELECT array_agg(card_id) INTO v_cards FROM (
      SELECT card_id FROM card_stock
      WHERE product = p_product AND out_no IS NULL AND lane >= p_lane AND (valid_until > v_now) IS NOT FALSE
      ORDER BY lane, card_id LIMIT p_quantity - v_taken) own;
    IF v_cards IS NULL THEN
      SELECT array_agg(card_id) INTO v_cards FROM (
        SELECT card_id FROM card_stock
        WHERE product = p_product AND out_no IS NULL AND (valid_until > v_now) IS NOT FALSE
        ORDER BY lane, card_id LIMIT p_quantity - v_taken) any_lane;
    END IF;
    IF v_cards IS NULL THEN
      UPDATE card_stock SET out_no = NULL, given_at = NULL WHERE product = p_product AND out_no = p_out_no;
      UPDATE card_take SET state = 'refused' WHERE out_no = p_out_no;
      RETURN 'refused';
    END IF;
    UPDATE card_stock SET out_no = p_out_no, given_at = v_now
    WHERE product = p_product AND card_id = ANY (v_cards) AND out_no IS NULL;
    GET DIAGNOSTICS v_some = ROW_COUNT;
    v_taken := v_taken + v_some;
  END LOOP;
  RETURN 'given';
END $$;
