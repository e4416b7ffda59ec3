-- Decisions on a refund that waits for an operator; each raises STATE_CHANGED when it waits no
-- more.

-- Approves: `p_by` is {reviewer, reason, limitFen, eventId, txnId, messageId, takenBackTitle}. Above the limit a
-- second operator must approve too, within 24 hours (TWO_PERSONS for the same one again); a later
-- approval counts as a new first one. OWN_ACCOUNT for the member whose order it is. Returns `first`
-- or the refund's state.
CREATE OR REPLACE FUNCTION refunds_approve(p_member uuid, p_refund uuid, p_by jsonb, p_now timestamptz)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_refund refund;
  v_taken jsonb;
  v_first text;
  v_is_first boolean;
BEGIN
  PERFORM FROM ledger_lock_member(p_member, p_now);
  SELECT * INTO v_refund FROM refund WHERE member_id = p_member AND id = p_refund AND state = 'APPLIED'
  FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM platform_refuse('STATE_CHANGED'); END IF;
  IF p_by->>'reviewer' = p_member::text THEN PERFORM platform_refuse('OWN_ACCOUNT'); END IF;
  v_first := CASE WHEN NOT approvals_expired(v_refund.first_reviewed_at, p_now) THEN v_refund.first_reviewer END;
  IF p_by->>'reviewer' IN (v_first, v_refund.applicant_id) THEN
    PERFORM platform_refuse('TWO_PERSONS');
  END IF;
  v_is_first := v_first IS NULL
    AND v_refund.cash_fen + v_refund.balance_fen > (p_by->>'limitFen')::bigint;
  PERFORM FROM platform_event_insert(
    p_member, (p_by->>'eventId')::uuid, 'refund', p_refund,
    ROW(
      CASE WHEN v_is_first THEN 'approved_first' ELSE 'approved' END, 'APPLIED',
      CASE WHEN v_is_first THEN 'APPLIED' ELSE 'APPROVED' END)::platform_event_change,
    ROW('operator', p_by->>'reviewer', p_by->>'reason', NULL)::platform_event_actor, NULL, p_now);
  IF v_is_first THEN
    UPDATE refund SET first_reviewer = p_by->>'reviewer', first_reviewed_at = v_now WHERE member_id = p_member AND id = p_refund;
    RETURN 'first';
  END IF;
  UPDATE refund SET state = 'APPROVED', first_reviewer = v_first, reviewer = p_by->>'reviewer', decision = p_by->>'reason',
                    decided_at = v_now
  WHERE member_id = p_member AND id = p_refund AND state = 'APPLIED';
  SELECT jsonb_build_object('title', title, 'pointsHold', points_hold, 'walletHold', wallet_hold,
                            'coupon', coupons->0->>'templateId') INTO v_taken
  FROM orders WHERE member_id = p_member AND id = v_refund.order_id;
  PERFORM refunds_begin(p_member, p_refund, v_taken, p_by, p_now);
  RETURN (SELECT state FROM refund WHERE member_id = p_member AND id = p_refund);
END $$;

-- Ends it unpaid, REJECTED by an operator or WITHDRAWN by its member: its units may be refunded
-- again. `p_by` is {to, actorKind, actor, reason, eventId}.
CREATE OR REPLACE FUNCTION refunds_give_up(p_member uuid, p_refund uuid, p_by jsonb, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_refund refund;
  v_items jsonb;
BEGIN
  PERFORM ledger_lock_member(p_member, p_now);
  UPDATE refund SET state = p_by->>'to', decision = p_by->>'reason', decided_at = v_now, ended_at = v_now,
                    reviewer = CASE WHEN p_by->>'actorKind' = 'operator' AND first_reviewer IS DISTINCT FROM p_by->>'actor'
                                    THEN p_by->>'actor' END
  WHERE member_id = p_member AND id = p_refund AND state = 'APPLIED' RETURNING * INTO v_refund;
  IF NOT FOUND THEN PERFORM platform_refuse('STATE_CHANGED'); END IF;
  SELECT jsonb_agg(jsonb_build_object('itemId', item_id, 'quantity', quantity, 'cashFen', cash_fen,
                   'balanceFen', balance_fen, 'points', points, 'couponOffFen', coupon_off_fen,
                   'pointsOffFen', points_off_fen)) INTO v_items
  FROM refund_item WHERE member_id = p_member AND refund_id = p_refund;
  PERFORM orders_refund_free(p_member, v_refund.order_id, v_items, p_now);
  IF v_refund.cash_fen > 0
     AND NOT payments_refund_release(p_member, v_refund.attempt_id, v_refund.cash_fen, p_now) THEN
    RAISE EXCEPTION 'refunds: % had reserved nothing', v_refund.refund_no USING ERRCODE = '23514';
  END IF;
  PERFORM refunds_follow(p_member, v_refund.order_id, NULL, p_now);
  PERFORM platform_event_insert(
    p_member, (p_by->>'eventId')::uuid, 'refund', p_refund,
    ROW(lower(p_by->>'to'), 'APPLIED', p_by->>'to')::platform_event_change,
    ROW(p_by->>'actorKind', p_by->>'actor', p_by->>'reason', NULL)::platform_event_actor, NULL,
    p_now);
END $$;
