-- Refunds a top-up: unspent principal only, its bonus revoked in proportion, spent bonus deducted
-- (features.md H5). Principal from any source is spent first in, first out, so the unspent part of
-- a top-up is what is left of the balance after subtracting everything newer: together never more
-- than the principal.

-- Returns the refund of a top-up as of now: {principalFen, bonusBackFen, bonusSpentFen, refundFen}.
-- The ledger must be locked and settled.
CREATE OR REPLACE FUNCTION wallet_refundable(p_member uuid, p_topup uuid, p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_topup topup;
  v_principal bigint;
  v_newer bigint;
  v_unspent bigint;
  v_due bigint;
  v_usable bigint;
  v_spent bigint;
  v_back bigint;
BEGIN
  SELECT * INTO STRICT v_topup FROM topup WHERE member_id = p_member AND id = p_topup;
  IF v_topup.credited_at IS NULL THEN
    RETURN '{"principalFen": 0, "bonusBackFen": 0, "bonusSpentFen": 0, "refundFen": 0}';
  END IF;
  SELECT coalesce(sum(balance), 0) INTO v_principal FROM ledger_account
  WHERE member_id = p_member AND purpose = 'principal' AND asset = 'CNY';
  SELECT coalesce(sum(amount_fen - taken_fen), 0) INTO v_newer FROM topup
  WHERE member_id = p_member AND (credited_at, id) > (v_topup.credited_at, v_topup.id);
  -- Principal from other sources (codes, adjustments), unless it was reversed completely; without
  -- returned money.
  SELECT v_newer + coalesce(sum(f.amount), 0) INTO v_newer
  FROM ledger_txn t JOIN ledger_transfer f ON f.member_id = t.member_id AND f.txn_id = t.id
  WHERE t.member_id = p_member AND t.created_at >= v_topup.credited_at AND t.reverses IS NULL
    AND t.kind NOT IN ('topup', 'wallet_return') AND f.asset = 'CNY' AND f.credit = 'principal'
    AND f.debit <> 'held_principal'
    AND NOT EXISTS (SELECT 1 FROM ledger_txn r WHERE r.member_id = p_member AND r.reverses = t.id);
  v_unspent := greatest(0, least(v_topup.amount_fen - v_topup.taken_fen, v_principal - v_newer));

  -- The bonus that belongs to this part: all steps together add up to exactly all of it.
  v_due := v_topup.bonus_fen * (v_topup.taken_fen + v_unspent) / v_topup.amount_fen
         - v_topup.bonus_fen * v_topup.taken_fen / v_topup.amount_fen;
  SELECT coalesce(sum(remaining) FILTER (WHERE expires_at > v_now), 0),
         v_topup.bonus_fen - v_topup.bonus_deducted_fen - coalesce(sum(remaining + expired + revoked), 0)
  INTO v_usable, v_spent FROM bonus_lot WHERE member_id = p_member AND topup_id = p_topup;
  SELECT least(v_due, v_usable, coalesce(sum(balance), 0)) INTO v_back FROM ledger_account
  WHERE member_id = p_member AND purpose = 'bonus' AND asset = 'CNY';
  v_spent := least(v_due - v_back, greatest(0, v_spent), v_unspent);
  RETURN jsonb_build_object('principalFen', v_unspent, 'bonusBackFen', v_back, 'bonusSpentFen', v_spent,
                            'refundFen', v_unspent - v_spent);
END $$;

-- Returns the same for display: lapsed holds are released first, so that the shown amount is what
-- `wallet_refund_open` will compute. Null when there is no such top-up.
CREATE OR REPLACE FUNCTION wallet_refund_sheet(p_member uuid, p_topup_no text, p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE v_topup topup;
BEGIN
  PERFORM wallet_settle(p_member, p_now);
  SELECT * INTO v_topup FROM topup WHERE member_id = p_member AND topup_no = p_topup_no;
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN wallet_refundable(p_member, v_topup.id, p_now) || jsonb_build_object('state', v_topup.state);
END $$;

-- Opens the refund of a top-up with the shown amount: `p_refund` is {id, topUpNo, returnId,
-- refundNo, refundFen, eventId, returnEventId, title, bonusTitle}. The principal leaves the balance at once and stays
-- in suspense until the channel has paid it. Raises ACCOUNT_FROZEN, NOT_FOUND, ORDER_STATE (not
-- paid, or a refund is under way), REFUND_DENIED when nothing is refundable, REFUND_CHANGED
-- {refundFen} when it differs from the amount shown. Postings: topup_refund, principal → suspense
-- for the refund, principal → expense for spent bonus; bonus_revoke, bonus → expense.
CREATE OR REPLACE FUNCTION wallet_refund_open(p_member uuid, p_refund jsonb, p_now timestamptz)
RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_no text := p_refund->>'refundNo';
  v_topup topup;
  v_sum jsonb;
  v_principal bigint;
  v_back bigint;
  v_spent bigint;
  v_fen bigint;
  v_transfers jsonb;
BEGIN
  PERFORM FROM wallet_settle(p_member, p_now);
  IF frozen FROM ledger_is_frozen(p_member, 'CNY') AS frozen THEN PERFORM platform_refuse('ACCOUNT_FROZEN', '{"asset": "CNY"}'); END IF;
  SELECT * INTO v_topup FROM topup WHERE member_id = p_member AND topup_no = p_refund->>'topUpNo' FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM platform_refuse('NOT_FOUND'); END IF;
  IF v_topup.state NOT IN ('PAID', 'PART_REFUNDED') THEN PERFORM platform_refuse('ORDER_STATE'); END IF;
  SELECT * INTO v_sum FROM wallet_refundable(p_member, v_topup.id, p_now);
  v_principal := (v_sum->>'principalFen')::bigint;
  v_back := (v_sum->>'bonusBackFen')::bigint;
  v_spent := (v_sum->>'bonusSpentFen')::bigint;
  v_fen := (v_sum->>'refundFen')::bigint;
  IF v_fen <= 0 THEN
    PERFORM platform_refuse('REFUND_DENIED', '{"reason": "principal_spent"}');
  END IF;
  IF v_fen IS DISTINCT FROM (p_refund->>'refundFen')::bigint THEN
    PERFORM platform_refuse('REFUND_CHANGED', jsonb_build_object('refundFen', v_fen));
  END IF;

  INSERT INTO topup_refund (member_id, id, topup_id, refund_no, principal_fen, bonus_back_fen, bonus_spent_fen,
                            refund_fen, created_at)
  VALUES (p_member, (p_refund->>'id')::uuid, v_topup.id, v_no, v_principal, v_back, v_spent, v_fen,
          v_now);
  UPDATE topup SET state = 'REFUNDING', taken_fen = taken_fen + v_principal, paid_back_fen = paid_back_fen + v_fen,
                   bonus_revoked_fen = bonus_revoked_fen + v_back, bonus_deducted_fen = bonus_deducted_fen + v_spent
  WHERE member_id = p_member AND id = v_topup.id AND state IN ('PAID', 'PART_REFUNDED');
  IF NOT FOUND THEN RAISE EXCEPTION 'wallet: % changed under its lock', v_topup.topup_no; END IF;
  v_transfers := jsonb_build_array(jsonb_build_object('asset', 'CNY', 'debit', 'principal', 'credit', 'suspense',
                                                      'amount', v_fen, 'party', 'wechatpay'));
  IF v_spent > 0 THEN
    v_transfers := v_transfers || jsonb_build_object('asset', 'CNY', 'debit', 'principal', 'credit', 'expense',
                                                     'amount', v_spent, 'party', 'bonus');
  END IF;
  PERFORM FROM ledger_post(
    p_member,
    ROW(
      md5(v_no || ':principal')::uuid, 'topup_refund', v_no, ledger_hash(v_transfers),
      'member:' || p_member, NULL, p_refund->>'title')::ledger_posting,
    v_transfers, p_now);
  IF v_back > 0 THEN
    PERFORM FROM wallet_revoke(p_member, v_topup.id, v_back, p_now);
    PERFORM FROM ledger_post(
      p_member,
      ROW(
        md5(v_no || ':bonus')::uuid, 'bonus_revoke', v_no, ledger_hash(to_jsonb(v_back)),
        'member:' || p_member, NULL, p_refund->>'bonusTitle')::ledger_posting,
      jsonb_build_array(
        jsonb_build_object(
          'asset', 'CNY', 'debit', 'bonus', 'credit', 'expense', 'amount', v_back, 'party',
          'bonus')),
      p_now);
  END IF;
  IF NOT payments_return(p_member, jsonb_build_object('id', p_refund->'returnId', 'attemptId', v_topup.attempt_id,
    'refundNo', v_no, 'amountFen', v_fen, 'reason', p_refund->'title', 'eventId', p_refund->'returnEventId', 'isPart', true),
    p_now) THEN
    RAISE EXCEPTION 'wallet: the payment of % has not % left', v_topup.topup_no, v_fen USING ERRCODE = '23514';
  END IF;
  PERFORM FROM platform_event_insert(
    p_member, (p_refund->>'eventId')::uuid, 'topup', v_topup.id,
    ROW('refund_opened', v_topup.state, 'REFUNDING')::platform_event_change,
    ROW('member', p_member::text, NULL, NULL)::platform_event_actor,
    v_sum || jsonb_build_object('refundNo', v_no), p_now);
  RETURN v_topup.id;
END $$;

-- Revokes bonus from a top-up's lots, earliest expiry first.
CREATE OR REPLACE FUNCTION wallet_revoke(p_member uuid, p_topup uuid, p_fen bigint, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_lots ledger_lot[] := ARRAY(
    SELECT ROW(id, remaining)::ledger_lot FROM bonus_lot
    WHERE member_id = p_member AND topup_id = p_topup AND remaining > 0 AND expires_at > v_now
    ORDER BY expires_at, id);
BEGIN
  UPDATE bonus_lot l SET remaining = l.remaining - d.taken, revoked = l.revoked + d.taken
  FROM ledger_draw_lots(v_lots, p_fen) d WHERE l.member_id = p_member AND l.id = d.lot_id;
END $$;

-- Completes a top-up's refund that the channel has paid (payments posts suspense → channel). False
-- when it was completed before, or the number is no refund of a top-up.
CREATE OR REPLACE FUNCTION wallet_refund_done(p_member uuid, p_refund_no text, p_event uuid, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_topup_id uuid;
  v_id uuid;
  v_state text;
BEGIN
  PERFORM wallet_settle(p_member, p_now);
  UPDATE topup_refund SET state = 'DONE', ended_at = v_now
  WHERE member_id = p_member AND refund_no = p_refund_no AND state = 'PROCESSING' RETURNING topup_id, id INTO v_topup_id, v_id;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM platform_state_change_insert(p_member, 'topup_refund', v_id, 'success', 'PROCESSING', 'DONE', 'channel:wechatpay',
                                       p_now);
  UPDATE topup SET state = CASE WHEN taken_fen = amount_fen THEN 'REFUNDED' ELSE 'PART_REFUNDED' END
  WHERE member_id = p_member AND id = v_topup_id AND state = 'REFUNDING' RETURNING state INTO STRICT v_state;
  PERFORM platform_event_insert(
    p_member, p_event, 'topup', v_topup_id,
    ROW('refunded', 'REFUNDING', v_state)::platform_event_change,
    ROW('channel', 'wechatpay', NULL, NULL)::platform_event_actor,
    jsonb_build_object('refundNo', p_refund_no), p_now);
  RETURN true;
END $$;
