-- Records that a member is merged into another, once. Returns false to a second caller.
CREATE OR REPLACE FUNCTION merging_begin(p_member uuid, p_into uuid, p_actor text, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  INSERT INTO member_merge (member_id, into_id, actor, look_at, created_at)
  VALUES (p_member, p_into, p_actor, v_now, v_now)
  ON CONFLICT (member_id) DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM ledger_close(p_member, p_now);
  RETURN true;
END $$;

-- Locks a merge for its next step. Returns {into, step, at (ms)}, or null when the member was never
-- merged into another.
CREATE OR REPLACE FUNCTION merging_hold(p_member uuid) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE v_merge member_merge;
BEGIN
  SELECT * INTO v_merge FROM member_merge WHERE member_id = p_member FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN jsonb_build_object('into', v_merge.into_id, 'step', v_merge.steps + 1,
                            'at', floor(extract(epoch FROM v_merge.created_at) * 1000));
END $$;

-- Records a step that transferred something, and the time of the next check; `p_moved` null: there
-- was nothing.
CREATE OR REPLACE FUNCTION merging_done(p_member uuid, p_moved jsonb, p_look timestamptz, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_step integer;
BEGIN
  UPDATE member_merge SET steps = steps + (p_moved IS NOT NULL)::integer, look_at = p_look
  WHERE member_id = p_member RETURNING steps INTO v_step;
  IF p_moved IS NULL THEN RETURN; END IF;
  INSERT INTO member_merge_step (member_id, seq, moved, at) VALUES (p_member, v_step, p_moved, v_now);
END $$;
