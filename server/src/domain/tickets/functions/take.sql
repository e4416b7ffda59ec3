-- Claims of service tickets by operators.

-- Gives an open ticket to one operator; of several at once one succeeds. Returns false when it is
-- not open.
CREATE OR REPLACE FUNCTION tickets_take(p_member uuid, p_id uuid, p_operator uuid, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  UPDATE ticket SET state = 'taken', assignee_id = p_operator, role = NULL, updated_at = v_now
  WHERE member_id = p_member AND id = p_id AND state = 'open';
  RETURN FOUND;
END $$;
