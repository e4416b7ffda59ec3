-- Work that an operator handed to a colleague or to a role, for the notice in the console; rows of
-- more than a day are swept. Who has the work is stored with the work itself.
CREATE TABLE handover (
  id uuid PRIMARY KEY,
  object text NOT NULL CHECK (object ~ '^(approval|refund|case|ticket|desk)\.[A-Za-z0-9_.-]{3,100}$'),
  to_id uuid,
  to_role text CHECK (length(to_role) BETWEEN 1 AND 32),
  by_id uuid NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 2 AND 200),
  created_at timestamptz NOT NULL,
  CHECK (num_nonnulls(to_id, to_role) = 1)
);
CREATE INDEX handover_newest ON handover (created_at DESC);
GRANT SELECT, INSERT, DELETE ON handover TO yunjing_app;

-- The badge counts tickets that were handed to a role and that no one has taken.
CREATE INDEX ticket_of_role ON ticket (updated_at DESC, id DESC)
  WHERE role IS NOT NULL AND assignee_id IS NULL AND due_at IS NOT NULL;
