-- Adds to the sums of a member's lots that end at `p_ends` (decision 0225): `p_points` to what active lots have left,
-- `p_received` to what begun lots brought, less what was taken back. Whatever changes a lot calls it in the same
-- transaction, or writes the same relative statement.
CREATE OR REPLACE FUNCTION points_add_to_sum(p_member uuid, p_ends timestamptz, p_points bigint, p_received bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO points_sum AS s (member_id, ends_at, points, received)
  VALUES (p_member, p_ends, p_points, p_received)
  ON CONFLICT (member_id, ends_at)
  DO UPDATE SET points = s.points + excluded.points, received = s.received + excluded.received;
END $$;
