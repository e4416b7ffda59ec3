-- Locks the member's ledger and settles lapsed holds: their bonus returns to its lots. Every
-- function of this module calls it first, so that lots and ledger agree even when no job has run.
CREATE OR REPLACE FUNCTION wallet_settle(p_member uuid, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_hold wallet_hold;
BEGIN
  PERFORM ledger_lock_member(p_member, p_now);
  -- The ledger has decided which leases are over; reading the clock again could give another
  -- answer.
  FOR v_hold IN
    SELECT h.* FROM wallet_hold h
    WHERE h.member_id = p_member AND h.state = 'open' AND EXISTS (
      SELECT 1 FROM ledger_hold l WHERE l.member_id = p_member AND l.state = 'voided'
        AND l.id IN (md5(h.id || ':bonus')::uuid, md5(h.id || ':principal')::uuid, md5(h.id || ':reward')::uuid))
    ORDER BY h.expires_at, h.id
  LOOP
    UPDATE wallet_hold SET state = 'lapsed' WHERE member_id = p_member AND id = v_hold.id;
    PERFORM wallet_give_back(p_member, v_hold.id, NULL, v_hold.expires_at, p_now);
  END LOOP;
END $$;

-- Takes bonus for a hold from the lots with the earliest expiry; the rest is bonus without an
-- expiry. The ledger must be locked and settled, and have that much bonus.
CREATE OR REPLACE FUNCTION wallet_take(p_member uuid, p_hold uuid, p_fen bigint, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_lots ledger_lot[];
BEGIN
  IF p_fen = 0 THEN RETURN; END IF;
  v_lots := ARRAY(
    SELECT ROW(id, remaining)::ledger_lot FROM bonus_lot
    WHERE member_id = p_member AND remaining > 0 AND expires_at > v_now ORDER BY expires_at, id);
  UPDATE bonus_lot l SET remaining = l.remaining - d.taken
  FROM ledger_draw_lots(v_lots, p_fen) d WHERE l.member_id = p_member AND l.id = d.lot_id;
  INSERT INTO wallet_hold_lot AS t (member_id, hold_id, lot_id, taken)
  SELECT p_member, p_hold, lot_id, taken FROM ledger_draw_lots(v_lots, p_fen)
  ON CONFLICT (member_id, hold_id, lot_id) DO UPDATE SET taken = t.taken + excluded.taken;
END $$;

-- Returns to its lots what a hold took, latest expiry first. A lot that expired by `p_at` is
-- replaced by a new lot with seven days of grace (as points, domain.md 13). `p_fen` null means all.
-- The ledger must be locked.
CREATE OR REPLACE FUNCTION wallet_give_back(
  p_member uuid, p_hold uuid, p_fen bigint, p_at timestamptz, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_row record;
  v_left bigint := p_fen;
  v_n bigint;
  v_key text;
BEGIN
  FOR v_row IN
    SELECT t.lot_id, t.taken, t.back, l.expired, l.expires_at, l.topup_id
    FROM wallet_hold_lot t JOIN bonus_lot l ON l.member_id = t.member_id AND l.id = t.lot_id
    WHERE t.member_id = p_member AND t.hold_id = p_hold AND t.taken > t.back
    ORDER BY l.expires_at DESC, l.id DESC
  LOOP
    EXIT WHEN v_left = 0;
    v_n := least(coalesce(v_left, v_row.taken), v_row.taken - v_row.back);
    v_left := v_left - v_n;
    UPDATE wallet_hold_lot SET back = back + v_n
    WHERE member_id = p_member AND hold_id = p_hold AND lot_id = v_row.lot_id;
    IF v_row.expired = 0 AND v_row.expires_at > p_at THEN
      UPDATE bonus_lot SET remaining = remaining + v_n WHERE member_id = p_member AND id = v_row.lot_id;
    ELSE
      v_key := p_hold || ':' || v_row.lot_id || ':' || (v_row.back + v_n);
      INSERT INTO bonus_lot (member_id, id, source, source_ref, topup_id, amount, remaining, expires_at, created_at)
      VALUES (p_member, md5(v_key)::uuid, 'grace', v_key, v_row.topup_id, v_n, v_n, p_at + interval '7 days',
              v_now);
    END IF;
  END LOOP;
  IF v_left > 0 THEN
    RAISE EXCEPTION 'wallet: hold % took less of the lots than is to go back', p_hold USING ERRCODE = '23514';
  END IF;
END $$;
