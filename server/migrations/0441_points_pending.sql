-- A member's frozen lots by their begin. Without it the planner may read those of all members by
-- points_lot_begins, of which a large database has tens of thousands.
CREATE INDEX points_lot_pending ON points_lot (member_id, active_at) WHERE state = 'PENDING';
