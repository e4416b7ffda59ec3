-- Sums of a member's lots by the instant at which they end, so that the points of a member cost the same however many
-- lots there are (decision 0225).

-- `points` is what active lots that end then have left; `received` is what all lots that have begun and end then brought,
-- less what was taken back, without those of grace. Lots end with a month, so there are a dozen rows a year.
CREATE TABLE points_sum (
  member_id uuid NOT NULL,
  ends_at timestamptz NOT NULL,
  points bigint NOT NULL DEFAULT 0,
  received bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (member_id, ends_at)
);
GRANT SELECT, INSERT, UPDATE (points, received) ON points_sum TO yunjing_app;

INSERT INTO points_sum (member_id, ends_at, points, received)
SELECT member_id, expires_at, coalesce(sum(remaining) FILTER (WHERE state = 'ACTIVE'), 0),
       coalesce(sum(amount - clawed) FILTER (WHERE state <> 'CANCELLED' AND source_kind <> 'grace'), 0)
FROM points_lot WHERE state <> 'PENDING' GROUP BY 1, 2;
