-- Records one event for a member's open pages under the member's next number, in the transaction of
-- the change it reports, and deletes those that are p_kept or more numbers behind it. Returns the
-- number.
CREATE OR REPLACE FUNCTION platform_push_event_insert(
  p_member uuid, p_topic text, p_data jsonb, p_kept integer, p_now timestamptz
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_seq bigint;
BEGIN
  INSERT INTO push_head AS h (member_id, seq) VALUES (p_member, 1)
  ON CONFLICT (member_id) DO UPDATE SET seq = h.seq + 1
  RETURNING h.seq INTO v_seq;
  INSERT INTO push_event (member_id, seq, topic, data, at)
  VALUES (p_member, v_seq, p_topic, p_data, v_now);
  IF v_seq > p_kept THEN
    DELETE FROM push_event WHERE member_id = p_member AND seq <= v_seq - p_kept;
  END IF;
  RETURN v_seq;
END
$$;
