-- May this much of the balance be spent under this reference? Answers
--   again   it was allowed before
--   free    so little needs no proof: at most `p_free_fen`, and with what else was free in the last 24 hours at most
--           `p_day_fen`, so that many small sums are no way around
--   proved  the proof was used up for it
--   needed  it needs a proof
-- What was allowed stays counted for its day, also when the order comes to nothing.
CREATE OR REPLACE FUNCTION security_permit(
  p_member uuid, p_ref text, p_fen bigint, p_proof bytea, p_free_fen bigint, p_day_fen bigint, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_outcome text;
BEGIN
  IF p_fen <= 0 THEN RETURN 'free'; END IF;
  -- Two orders at once take turns, or both would find the day's allowance whole.
  PERFORM ledger_book(p_member, p_now);
  PERFORM 1 FROM spend_permit WHERE member_id = p_member AND ref = p_ref AND fen >= p_fen;
  IF FOUND THEN RETURN 'again'; END IF;
  IF p_proof IS NOT NULL AND security_take(p_member, p_proof, 'pay', p_now) THEN
    v_outcome := 'proved';
  ELSIF p_fen <= security_free(p_member, p_ref, p_free_fen, p_day_fen, p_now) THEN
    v_outcome := 'free';
  ELSE
    RETURN 'needed';
  END IF;
  INSERT INTO spend_permit AS s (member_id, ref, fen, is_proved, at)
  VALUES (p_member, p_ref, p_fen, v_outcome = 'proved', coalesce(p_now, now()))
  ON CONFLICT (member_id, ref) DO UPDATE
  SET fen = excluded.fen, is_proved = s.is_proved OR excluded.is_proved, at = excluded.at;
  RETURN v_outcome;
END $$;

-- How much one act may spend now without a proof, `p_ref`'s own permit aside.
CREATE OR REPLACE FUNCTION security_free(
  p_member uuid, p_ref text, p_free_fen bigint, p_day_fen bigint, p_now timestamptz
) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT greatest(0, least(p_free_fen, p_day_fen - coalesce(sum(fen), 0)::bigint)) FROM spend_permit
  WHERE member_id = p_member AND NOT is_proved AND at > coalesce(p_now, now()) - interval '24 hours'
    AND ref IS DISTINCT FROM p_ref
$$;
