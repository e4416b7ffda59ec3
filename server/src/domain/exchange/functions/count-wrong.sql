-- Counts one wrong try for each subject, minute by minute, and locks those that reach their limit within an hour.
-- Answers whether any was locked by this try.
CREATE OR REPLACE FUNCTION exchange_count_wrong(p_subjects text[], p_limits integer[], p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_locked integer;
BEGIN
  -- In one order for everybody: two tries that share subjects must not wait for each other in a circle.
  INSERT INTO limit_counter AS c (subject, window_start, used)
  SELECT 'code-wrong:' || s, date_trunc('minute', v_now), 1 FROM unnest(p_subjects) AS s ORDER BY s
  ON CONFLICT (subject, window_start) DO UPDATE SET used = c.used + 1;

  INSERT INTO limit_counter (subject, window_start, used)
  SELECT 'code-lock:' || w.subject, v_now, w.used
  FROM (SELECT s.subject, s.most, sum(c.used) AS used
        FROM unnest(p_subjects, p_limits) AS s(subject, most)
        JOIN limit_counter c ON c.subject = 'code-wrong:' || s.subject AND c.window_start > v_now - interval '1 hour'
        GROUP BY s.subject, s.most) w
  WHERE w.used >= w.most
  ORDER BY w.subject
  ON CONFLICT (subject, window_start) DO NOTHING;
  GET DIAGNOSTICS v_locked = ROW_COUNT;
  RETURN v_locked > 0;
END $$;
