-- Records that an operator's call was refused before it began: two lines, as for every call. Only
-- the first `most` of a window have lines; the others are counted, and a line gives their number
-- when the window has ended. `p_limit` is {most, windowMs}. Returns true when the lines were
-- written.
CREATE OR REPLACE FUNCTION audit_append_refusal(
  p_member uuid, p_entry audit_entry, p_limit jsonb, p_now timestamptz
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_kept integer;
  v_asked audit_entry := p_entry;
BEGIN
  INSERT INTO audit_refusal (member_id, window_start, kept, left_out) VALUES (p_member, v_now, 0, 0)
  ON CONFLICT (member_id) DO NOTHING;
  PERFORM audit_close_refusal_window(p_member, p_limit, p_now);
  UPDATE audit_refusal SET kept = least(kept + 1, (p_limit->>'most')::integer),
    left_out = left_out + CASE WHEN kept >= (p_limit->>'most')::integer THEN 1 ELSE 0 END,
    window_start = CASE WHEN kept = 0 THEN v_now ELSE window_start END
  WHERE member_id = p_member RETURNING CASE WHEN left_out = 0 THEN kept END INTO v_kept;
  IF v_kept IS NULL THEN RETURN false; END IF;
  v_asked.outcome := 'asked';
  PERFORM audit_append(p_member, v_asked, p_now);
  PERFORM audit_append(p_member, p_entry, p_now);
  RETURN true;
END $$;

-- Ends the window of an operator's refused calls when its time is over, and records how many had no
-- lines.
CREATE OR REPLACE FUNCTION audit_close_refusal_window(p_member uuid, p_limit jsonb, p_now timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_window audit_refusal;
  v_call uuid;
  v_input jsonb;
BEGIN
  SELECT * INTO v_window FROM audit_refusal WHERE member_id = p_member FOR NO KEY UPDATE;
  IF NOT FOUND OR v_window.kept = 0
     OR v_window.window_start + (p_limit->>'windowMs')::bigint * interval '1 ms' > v_now THEN
    RETURN;
  END IF;
  UPDATE audit_refusal SET kept = 0, left_out = 0 WHERE member_id = p_member;
  IF v_window.left_out = 0 THEN RETURN; END IF;
  v_call := md5(p_member || ':refusals:' || extract(epoch FROM v_window.window_start))::uuid;
  v_input := jsonb_build_object('leftOut', v_window.left_out,
                                'since', floor(extract(epoch FROM v_window.window_start) * 1000)::bigint);
  PERFORM audit_append(p_member, ROW(v_call, 'audit.refusals', 'asked', v_input, NULL, '', ''), p_now);
  PERFORM audit_append(p_member, ROW(v_call, 'audit.refusals', 'NO_PERMISSION', v_input, NULL, '', ''), p_now);
END $$;

REVOKE ALL ON FUNCTION audit_append_refusal, audit_close_refusal_window FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_append_refusal, audit_close_refusal_window TO yunjing_app;
