-- Counts one wrong try for each subject, per minute, and for the whole site. Locks subjects that
-- reach their limit within an hour. Alerts operators when the code was a canary. Every kind of
-- wrong code does the same work. `p_guard` is {counted: [{subject, most}], network, who}: a subject
-- without `most` is counted and never locked.
CREATE OR REPLACE FUNCTION exchange_count_wrong(
  p_code_mac bytea, p_guard jsonb, p_now timestamptz, OUT is_locked_now boolean, OUT is_canary boolean
) LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_canary record;
  v_subject text;
BEGIN
  -- All calls insert in the same order, so that two tries with common subjects cannot deadlock.
  INSERT INTO limit_counter AS c (subject, window_start, used)
  SELECT 'code-wrong:' || (s->>'subject'), date_trunc('minute', v_now), 1
  FROM jsonb_array_elements(p_guard->'countedSubjects') AS s ORDER BY 1
  ON CONFLICT (subject, window_start) DO UPDATE SET used = c.used + 1;

  is_locked_now := false;
  FOR v_subject IN INSERT INTO limit_counter (subject, window_start, used)
  SELECT 'code-lock:' || w.subject, v_now, w.used
  FROM (SELECT s.subject, s.most, sum(c.used) AS used
        FROM jsonb_to_recordset(p_guard->'countedSubjects') AS s(subject text, most integer)
        JOIN limit_counter c ON c.subject = 'code-wrong:' || s.subject AND c.window_start > v_now - interval '1 hour'
        GROUP BY s.subject, s.most) w
  WHERE w.used >= w.most
  ORDER BY w.subject
  ON CONFLICT (subject, window_start) DO NOTHING RETURNING subject LOOP
    is_locked_now := true;
  END LOOP;

  INSERT INTO code_wrong_rate AS r (bucket, lane, tries)
  VALUES (date_bin('5 minutes', v_now, '2000-01-01Z'), (hashtext(p_guard->>'network') & 7)::smallint, 1)
  ON CONFLICT (bucket, lane) DO UPDATE SET tries = r.tries + 1;

  SELECT k.batch_id, k.last4, b.name INTO v_canary
  FROM code_canary k JOIN canary_batch b ON b.batch_id = k.batch_id WHERE k.code_mac = p_code_mac;
  is_canary := FOUND;
  IF is_canary THEN
    INSERT INTO alert (kind, subject, day, text, created_at)
    VALUES ('canary_code', v_canary.batch_id || ':' || v_canary.last4 || ':' || (p_guard->>'callerLabel'),
            (v_now AT TIME ZONE 'Asia/Shanghai')::date,
            format(p_guard->>'canaryAlert', v_canary.name, v_canary.last4, p_guard->>'callerLabel'), v_now)
    ON CONFLICT (kind, subject, day) DO NOTHING;
    is_canary := FOUND;
  END IF;
END $$;
