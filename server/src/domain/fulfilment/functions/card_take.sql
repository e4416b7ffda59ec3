-- Allocates cards of our own stock to a number, once: `given` when all are allocated now or were
-- before, `refused` when there are too few, or when the number was cancelled. The cards themselves
-- are read by the number. Candidates are only read; the guarded update decides. A concurrent caller
-- waits for that card, finds it allocated, and continues. All callers walk upwards through lanes
-- and cards, so that no deadlock arises: first from the lane drawn, which spreads them; then, with
-- everything released, from the first, where a refusal means that no card is free.
CREATE OR REPLACE FUNCTION fulfilment_card_take(
  p_product text, p_out_no text, p_quantity integer, p_lane integer, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_start integer;
  v_taken integer;
  v_lane smallint;
  v_card uuid;
BEGIN
  INSERT INTO card_take (out_no, product, quantity, state, created_at)
  VALUES (p_out_no, p_product, p_quantity, 'given', v_now) ON CONFLICT (out_no) DO NOTHING;
  IF NOT FOUND THEN RETURN (SELECT state FROM card_take WHERE out_no = p_out_no); END IF;

  FOREACH v_start IN ARRAY ARRAY[p_lane, 0] LOOP
    BEGIN
      v_taken := 0;
      v_lane := v_start;
      v_card := '00000000-0000-0000-0000-000000000000';
      WHILE v_taken < p_quantity LOOP
        SELECT lane, card_id INTO v_lane, v_card FROM card_stock
        WHERE product = p_product AND out_no IS NULL AND (lane, card_id) > (v_lane, v_card)
          AND (valid_until > v_now) IS NOT FALSE
        ORDER BY lane, card_id LIMIT 1;
        -- Releases what was allocated on this walk, with its locks.
        IF NOT FOUND THEN RAISE EXCEPTION 'fulfilment: too few cards on this walk' USING ERRCODE = 'YJ011'; END IF;
        UPDATE card_stock SET out_no = p_out_no, given_at = v_now
        WHERE product = p_product AND card_id = v_card AND out_no IS NULL;
        IF FOUND THEN v_taken := v_taken + 1; END IF;
      END LOOP;
      RETURN 'given';
    EXCEPTION WHEN SQLSTATE 'YJ011' THEN NULL;
    END;
  END LOOP;
  UPDATE card_take SET state = 'refused' WHERE out_no = p_out_no;
  RETURN 'refused';
END $$;
