-- Counts a reward's change in the figures of its campaign, under the entry of the reward. `p_was` and
-- `p_is` are its row before and after; a new reward has no row before. See decision 0155.
CREATE OR REPLACE FUNCTION invitations_count_reward(p_member uuid, p_was invite_reward, p_is invite_reward)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO invite_count AS n (campaign_id, entry_id, frozen_fen, settled_fen, points, held)
  SELECT p_is.campaign_id, p_is.id,
         coalesce(sum(side.unit * side.amount) FILTER (WHERE side.kind = 'cash' AND side.state IN ('FROZEN', 'HELD')), 0),
         coalesce(sum(side.unit * side.amount) FILTER (WHERE side.kind = 'cash' AND side.state = 'SETTLED'), 0),
         coalesce(sum(side.unit * side.amount) FILTER (WHERE side.kind = 'points' AND side.state = 'SETTLED'), 0),
         coalesce(sum(side.unit) FILTER (WHERE side.state = 'HELD'), 0)
  FROM (VALUES (-1, p_was.kind, p_was.state, p_was.amount), (1, p_is.kind, p_is.state, p_is.amount))
    AS side (unit, kind, state, amount)
  ON CONFLICT (campaign_id, entry_id) DO UPDATE
  SET frozen_fen = n.frozen_fen + excluded.frozen_fen, settled_fen = n.settled_fen + excluded.settled_fen,
      points = n.points + excluded.points, held = n.held + excluded.held;
END $$;
