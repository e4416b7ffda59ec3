-- The gate before any look-up of a code, for valid and invalid codes alike. Returns `outcome`:
--
--    pass    the code may be looked up; a required proof is now spent
--    locked  too many wrong tries by this account or this device
--    proof   a proof of `bits` is required; none was sent, or it was too easy or already used
--
-- `p_guard` is {lockSubjects, lockMs, proofSubjects, proofLevels, alarmBits, proof}: the locks that
-- bar this caller; the subjects whose wrong tries require a proof (none for a login); the levels as
-- [tries, bits]; and the verified proof {hash, bits, until}.
CREATE OR REPLACE FUNCTION exchange_gate(p_guard jsonb, p_now timestamptz, OUT outcome text, OUT bits integer)
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_wrong bigint;
  v_proof jsonb := p_guard->'proof';
BEGIN
  outcome := 'pass';
  PERFORM 1 FROM limit_counter
  WHERE subject = ANY (ARRAY(SELECT jsonb_array_elements_text(p_guard->'lockSubjects')))
    AND window_start > v_now - (p_guard->>'lockMs')::bigint * interval '1 ms' LIMIT 1;
  IF FOUND THEN outcome := 'locked'; RETURN; END IF;
  IF jsonb_array_length(p_guard->'proofSubjects') = 0 THEN RETURN; END IF;

  SELECT max(w.used) INTO v_wrong
  FROM (SELECT sum(c.used) AS used FROM limit_counter c
        WHERE c.subject = ANY (ARRAY(SELECT 'code-wrong:' || jsonb_array_elements_text(p_guard->'proofSubjects')))
          AND c.window_start > v_now - interval '1 hour'
        GROUP BY c.subject) w;
  SELECT max((r->>1)::integer) INTO bits FROM jsonb_array_elements(p_guard->'proofLevels') r
  WHERE coalesce(v_wrong, 0) >= (r->>0)::integer;
  PERFORM 1 FROM code_friction WHERE mode = 'on' OR (mode = 'auto' AND raised_until > v_now);
  IF FOUND THEN bits := greatest(bits, (p_guard->>'alarmBits')::integer); END IF;
  IF bits IS NULL THEN RETURN; END IF;

  IF (v_proof->>'bits')::integer >= bits THEN
    -- Of concurrent requests with the same proof, only one spends it.
    INSERT INTO code_proof (proof_hash, expires_at)
    VALUES (decode(v_proof->>'hash', 'hex'), (v_proof->>'until')::timestamptz)
    ON CONFLICT (proof_hash) DO NOTHING;
    IF FOUND THEN RETURN; END IF;
  END IF;
  outcome := 'proof';
END $$;
