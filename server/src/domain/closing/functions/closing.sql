-- The states of a request to close an account. Callers lock the member (members_lock), then
-- the ledger, then the request's row.

-- Opens a request. Returns false when one is already open.
CREATE OR REPLACE FUNCTION closing_open(p_member uuid, p_id uuid, p_forfeits jsonb, p_due timestamptz, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  INSERT INTO account_closing (member_id, id, forfeits, requested_at, due_at, check_at)
  VALUES (p_member, p_id, p_forfeits, v_now, p_due, p_due)
  ON CONFLICT (member_id) WHERE state IN ('COOLING', 'WAITING') DO NOTHING;
  RETURN FOUND;
END $$;

-- Locks the open request until the end of the transaction. Returns {id, state, obstacles,
-- requestedAt, dueAt, checkAt} with instants in ms, or null when none is open.
CREATE OR REPLACE FUNCTION closing_hold(p_member uuid) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE v_row account_closing;
BEGIN
  SELECT * INTO v_row FROM account_closing WHERE member_id = p_member AND state IN ('COOLING', 'WAITING') FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN jsonb_build_object('id', v_row.id, 'state', v_row.state, 'obstacles', v_row.obstacles,
    'requestedAt', floor(extract(epoch FROM v_row.requested_at) * 1000)::bigint,
    'dueAt', floor(extract(epoch FROM v_row.due_at) * 1000)::bigint,
    'checkAt', floor(extract(epoch FROM v_row.check_at) * 1000)::bigint);
END $$;

-- Ends the open request with state `p_state` (WITHDRAWN or CLOSED). Returns false when none is
-- open.
CREATE OR REPLACE FUNCTION closing_end(p_member uuid, p_id uuid, p_state text, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  UPDATE account_closing SET state = p_state, obstacles = '[]', check_at = NULL, ended_at = v_now
  WHERE member_id = p_member AND id = p_id AND state IN ('COOLING', 'WAITING');
  RETURN FOUND;
END $$;

-- Keeps the request open because of obstacles until the next check.
CREATE OR REPLACE FUNCTION closing_wait(p_member uuid, p_id uuid, p_obstacles jsonb, p_check timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account_closing SET state = 'WAITING', obstacles = p_obstacles, check_at = p_check
  WHERE member_id = p_member AND id = p_id AND state IN ('COOLING', 'WAITING');
END $$;

-- Numbers the next forfeiting step of a closed account. Returns null when the member has closed
-- none.
CREATE OR REPLACE FUNCTION closing_step(p_member uuid) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE v_row account_closing;
BEGIN
  UPDATE account_closing SET steps = steps + 1 WHERE member_id = p_member AND state = 'CLOSED' RETURNING * INTO v_row;
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN jsonb_build_object('id', v_row.id, 'seq', v_row.steps);
END $$;
