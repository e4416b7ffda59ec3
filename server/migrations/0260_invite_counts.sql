-- Counts of an invitation campaign's bindings and rewards, so that the list of campaigns reads a few rows of each.

-- What one binding or reward adds to the figures of its campaign; the figures are the sums of the entries. The entry of
-- the campaign's own id is the folded part (decision 0155).
CREATE TABLE invite_count (
  campaign_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  bound integer NOT NULL DEFAULT 0,
  effective integer NOT NULL DEFAULT 0,
  frozen_fen bigint NOT NULL DEFAULT 0,
  settled_fen bigint NOT NULL DEFAULT 0,
  points bigint NOT NULL DEFAULT 0,
  held integer NOT NULL DEFAULT 0,
  PRIMARY KEY (campaign_id, entry_id)
);
GRANT SELECT, INSERT, UPDATE (bound, effective, frozen_fen, settled_fen, points, held), DELETE ON invite_count
  TO yunjing_app;

INSERT INTO invite_count (campaign_id, entry_id, bound, effective, frozen_fen, settled_fen, points, held)
SELECT campaign_id, campaign_id, sum(bound), sum(effective), sum(frozen), sum(settled), sum(points), sum(held)
FROM (
  SELECT campaign_id, 1 AS bound, (state = 'EFFECTIVE')::integer AS effective, 0 AS frozen, 0 AS settled, 0 AS points,
         0 AS held
  FROM invite_binding WHERE campaign_id IS NOT NULL
  UNION ALL
  SELECT campaign_id, 0, 0, CASE WHEN kind = 'cash' AND state IN ('FROZEN', 'HELD') THEN amount ELSE 0 END,
         CASE WHEN kind = 'cash' AND state = 'SETTLED' THEN amount ELSE 0 END,
         CASE WHEN kind = 'points' AND state = 'SETTLED' THEN amount ELSE 0 END, (state = 'HELD')::integer
  FROM invite_reward) part
GROUP BY campaign_id;
