-- Decides whether this amount of the balance may be spent under this reference. Returns
-- - `again`: it was allowed before
-- - `free`: no proof needed: at most `p_free_fen`, and together with the free amounts of the last
--   24 hours at most `p_day_fen`, so that many small amounts cannot bypass the limit
-- - `proved`: the proof was consumed for it
-- - `needed`: it needs a proof
--
-- An allowed amount stays counted for its day, also when the order is not completed.
CREATE OR REPLACE FUNCTION security_permit(
  p_member uuid, p_ref text, p_fen bigint, p_proof bytea, p_free_fen bigint, p_day_fen bigint, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_outcome text;
BEGIN
  IF p_fen <= 0 THEN RETURN 'free'; END IF;
  -- Two concurrent orders wait for each other; otherwise both would read the day's allowance as
  -- unused.
  PERFORM ledger_lock_member(p_member, p_now);
  PERFORM 1 FROM spend_permit WHERE member_id = p_member AND ref = p_ref AND fen >= p_fen;
  IF FOUND THEN RETURN 'again'; END IF;
  IF p_proof IS NOT NULL AND security_consume_proof(p_member, p_proof, 'pay', p_now) THEN
    v_outcome := 'proved';
  ELSIF p_fen <= security_free_allowance(p_member, p_ref, p_free_fen, p_day_fen, p_now) THEN
    v_outcome := 'free';
  ELSE
    RETURN 'needed';
  END IF;
  INSERT INTO spend_permit AS s (member_id, ref, fen, is_proved, at)
  VALUES (p_member, p_ref, p_fen, v_outcome = 'proved', v_now)
  ON CONFLICT (member_id, ref) DO UPDATE
  SET fen = excluded.fen, is_proved = s.is_proved OR excluded.is_proved, at = excluded.at;
  RETURN v_outcome;
END $$;

-- Returns how much one order may spend now without a proof, not counting the permit of `p_ref`
-- itself.
CREATE OR REPLACE FUNCTION security_free_allowance(
  p_member uuid, p_ref text, p_free_fen bigint, p_day_fen bigint, p_now timestamptz
) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  RETURN (
    SELECT greatest(0, least(p_free_fen, p_day_fen - coalesce(sum(fen), 0)::bigint)) FROM spend_permit
    WHERE member_id = p_member AND NOT is_proved AND at > v_now - interval '24 hours'
      AND ref IS DISTINCT FROM p_ref
  );
END $$;
