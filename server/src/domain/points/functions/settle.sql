-- Locks the member's ledger and settles the lots for the present time: points of expired holds
-- return to their lots, and lots whose freeze is over become active, at most one step of them. Every
-- function of this module calls it first, so lots and ledger agree without any job: available = Σ
-- remaining of ACTIVE lots, pending = Σ of PENDING ones, and held = Σ (taken - back) of open holds.
-- Lots beyond the step stay PENDING until the next; points_settle_for settles what a spending needs.
CREATE OR REPLACE FUNCTION points_settle(p_member uuid, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_hold points_hold;
BEGIN
  PERFORM ledger_lock_member(p_member, p_now);
  -- The ledger has decided which leases are over; comparing with the clock again could give another
  -- result.
  FOR v_hold IN
    SELECT h.* FROM points_hold h JOIN ledger_hold l ON l.member_id = h.member_id AND l.id = h.id
    WHERE h.member_id = p_member AND h.state = 'open' AND l.state = 'voided' ORDER BY h.id
  LOOP
    UPDATE points_hold SET state = 'lapsed' WHERE member_id = p_member AND id = v_hold.id;
    PERFORM points_return_to_lots(p_member, v_hold.id, NULL, v_hold.expires_at, p_now);
  END LOOP;
  PERFORM points_activate_due(p_member, p_now);
END $$;

-- Returns the most lots of one member that one step begins, and the most that it ends. A transaction
-- updates the same rows of ledger_account for each lot, and PostgreSQL cannot remove their old
-- versions before it commits, so its time grows with the square of the lots: 200 took 0.1 s, 3,000
-- 5 s and 6,000 16 s, beyond the statement limit of 15 s.
CREATE OR REPLACE FUNCTION points_lots_per_step() RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT 200
$$;

-- Ends the freeze of one step of the lots that are due, the earliest first. Returns how many. The
-- ledger must be locked.
CREATE OR REPLACE FUNCTION points_activate_due(p_member uuid, p_now timestamptz)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_lot uuid;
  v_count integer := 0;
BEGIN
  FOR v_lot IN
    SELECT id FROM points_lot WHERE member_id = p_member AND state = 'PENDING' AND active_at <= v_now
    ORDER BY active_at, id LIMIT points_lots_per_step()
  LOOP
    PERFORM points_activate(p_member, v_lot, p_now);
    v_count := v_count + 1;
  END LOOP;
  RETURN v_count;
END $$;

-- Settles further steps until the spendable lots have `p_points` or no lot is due: due points are
-- the member's, whether or not they are posted. The ledger must be locked and settled.
CREATE OR REPLACE FUNCTION points_settle_for(p_member uuid, p_points bigint, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WHILE points_in_lots(p_member, points_lots_for(p_member, p_points, p_now)) < p_points LOOP
    EXIT WHEN points_activate_due(p_member, p_now) = 0;
  END LOOP;
END $$;

-- Returns the points that a hold took: to the lots they came from, the latest end first. For a lot
-- that has ended by `p_at` a lot with seven days' grace (domain.md 13) is added instead. `p_points`
-- null means all. The ledger must be locked.
CREATE OR REPLACE FUNCTION points_return_to_lots(
  p_member uuid, p_hold uuid, p_points bigint, p_at timestamptz, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_row record;
  v_left bigint := p_points;
  v_n bigint;
  v_key text;
BEGIN
  FOR v_row IN
    SELECT t.lot_id, t.taken, t.back, l.state, l.expires_at
    FROM points_hold_lot t JOIN points_lot l ON l.member_id = t.member_id AND l.id = t.lot_id
    WHERE t.member_id = p_member AND t.hold_id = p_hold AND t.taken > t.back
    ORDER BY l.expires_at DESC, l.id DESC
  LOOP
    EXIT WHEN v_left = 0;
    v_n := least(coalesce(v_left, v_row.taken), v_row.taken - v_row.back);
    v_left := v_left - v_n;
    UPDATE points_hold_lot SET back = back + v_n
    WHERE member_id = p_member AND hold_id = p_hold AND lot_id = v_row.lot_id;
    IF v_row.state <> 'EXPIRED' AND v_row.expires_at > p_at THEN
      UPDATE points_lot SET remaining = remaining + v_n, state = 'ACTIVE'
      WHERE member_id = p_member AND id = v_row.lot_id;
      PERFORM points_add_to_sum(p_member, v_row.expires_at, v_n, 0);
    ELSE
      v_key := p_hold || ':' || v_row.lot_id || ':' || (v_row.back + v_n);
      INSERT INTO points_lot (member_id, id, source_kind, source_ref, amount, remaining, state, active_at, expires_at,
                              created_at)
      VALUES (p_member, md5(v_key)::uuid, 'grace', v_key, v_n, v_n, 'ACTIVE', p_at, p_at + interval '7 days',
              v_now);
      PERFORM points_add_to_sum(p_member, p_at + interval '7 days', v_n, 0);
    END IF;
  END LOOP;
  IF v_left > 0 THEN
    RAISE EXCEPTION 'points: hold % took less than is to go back', p_hold USING ERRCODE = '23514';
  END IF;
END $$;

-- Ends a lot's freeze, once: pending → available. The member's debt is paid from it first.
CREATE OR REPLACE FUNCTION points_activate(p_member uuid, p_lot uuid, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_remaining bigint;
  v_repaid bigint;
  v_ends timestamptz;
  v_received bigint;
  v_transfers jsonb;
BEGIN
  SELECT l.remaining, least(l.remaining, coalesce(a.balance, 0)), l.expires_at, l.amount - l.clawed
  INTO v_remaining, v_repaid, v_ends, v_received
  FROM points_lot l LEFT JOIN ledger_account a
    ON a.member_id = l.member_id AND a.purpose = 'debt' AND a.asset = 'PTS'
  WHERE l.member_id = p_member AND l.id = p_lot;
  v_transfers := jsonb_build_array(jsonb_build_object('asset', 'PTS', 'debit', 'pending', 'credit', 'available',
                                                      'amount', v_remaining));
  IF v_repaid > 0 THEN
    v_transfers := v_transfers || jsonb_build_object('asset', 'PTS', 'debit', 'available', 'credit', 'debt',
                                                     'amount', v_repaid);
  END IF;
  PERFORM ledger_post(
    p_member,
    ROW(
      md5(p_lot || ':activate')::uuid, 'points_activate', p_lot::text, ledger_hash(to_jsonb(p_lot)),
      'system', NULL, '')::ledger_posting,
    v_transfers, p_now);
  UPDATE points_lot SET remaining = remaining - v_repaid,
                        state = CASE WHEN remaining = v_repaid THEN 'SPENT' ELSE 'ACTIVE' END
  WHERE member_id = p_member AND id = p_lot AND state = 'PENDING';
  PERFORM points_add_to_sum(p_member, v_ends, v_remaining - v_repaid, v_received);
END $$;
