-- Approves a withdrawal and assigns its number at the channel, in the transaction that enqueues the
-- message which sends it. Numbers are assigned only here. `p_by` is {reviewer?, reason?, outBillNo,
-- messageId}; without a reviewer the rule approves. The caller holds the lock on the member's
-- ledger.
CREATE OR REPLACE FUNCTION withdrawals_pay(p_member uuid, p_id uuid, p_by jsonb, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_was text := CASE WHEN p_by ? 'reviewer' THEN 'REVIEWING' ELSE 'APPLIED' END;
BEGIN
  UPDATE withdrawal SET state = 'APPROVED', decided_at = v_now, reviewer = p_by->>'reviewer'
  WHERE member_id = p_member AND id = p_id AND state = v_was;
  IF NOT FOUND THEN PERFORM platform_refuse('STATE_CHANGED'); END IF;
  INSERT INTO withdrawal_bill (out_bill_no, owner_id, withdrawal_id) VALUES (p_by->>'outBillNo', p_member, p_id);
  UPDATE withdrawal SET state = 'PAYING', out_bill_no = p_by->>'outBillNo', sent_at = v_now,
                        next_look_at = v_now + interval '5 seconds'
  WHERE member_id = p_member AND id = p_id AND state = 'APPROVED' AND out_bill_no IS NULL;
  PERFORM FROM platform_event_insert(
    p_member, md5(p_id || ':approved')::uuid, 'withdrawal', p_id,
    ROW('approved', v_was, 'APPROVED')::platform_event_change,
    ROW(
      CASE WHEN p_by ? 'reviewer' THEN 'operator' ELSE 'system' END, p_by->>'reviewer',
      p_by->>'reason', NULL)::platform_event_actor,
    NULL, p_now);
  PERFORM FROM platform_event_insert(
    p_member, md5(p_id || ':paying')::uuid, 'withdrawal', p_id,
    ROW('paying', 'APPROVED', 'PAYING')::platform_event_change,
    ROW('system', NULL, NULL, NULL)::platform_event_actor,
    jsonb_build_object('outBillNo', p_by->>'outBillNo'), p_now);
  PERFORM FROM platform_outbox_insert(p_member, (p_by->>'messageId')::uuid, p_id, 'withdrawal.send',
                              jsonb_build_object('withdrawalId', p_id), NULL, NULL, p_now);
END $$;

-- Approves as an operator. Above `limitFen` a second operator must approve too, within 24 hours
-- (TWO_PERSONS for the same one again); a later approval counts as a new first one. OWN_ACCOUNT for
-- the member's own withdrawal. `p_by` is {reviewer, reason, limitFen, eventId, outBillNo,
-- messageId}. Returns `first` or `PAYING`; raises STATE_CHANGED when it waits no more.
CREATE OR REPLACE FUNCTION withdrawals_approve(p_member uuid, p_id uuid, p_by jsonb, p_now timestamptz)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_withdrawal withdrawal;
  v_first text;
BEGIN
  PERFORM FROM ledger_lock_member(p_member, p_now);
  SELECT * INTO v_withdrawal FROM withdrawal WHERE member_id = p_member AND id = p_id AND state = 'REVIEWING';
  IF NOT FOUND THEN PERFORM platform_refuse('STATE_CHANGED'); END IF;
  IF p_by->>'reviewer' = p_member::text THEN PERFORM platform_refuse('OWN_ACCOUNT'); END IF;
  v_first := CASE WHEN NOT approvals_expired(v_withdrawal.first_reviewed_at, p_now) THEN v_withdrawal.first_reviewer END;
  IF p_by->>'reviewer' = v_first THEN PERFORM platform_refuse('TWO_PERSONS'); END IF;
  IF v_first IS NULL AND v_withdrawal.amount_fen > (p_by->>'limitFen')::bigint THEN
    UPDATE withdrawal SET first_reviewer = p_by->>'reviewer', first_reviewed_at = v_now
    WHERE member_id = p_member AND id = p_id AND state = 'REVIEWING' AND first_reviewer IS NOT DISTINCT FROM
      v_withdrawal.first_reviewer;
    PERFORM FROM platform_event_insert(
      p_member, (p_by->>'eventId')::uuid, 'withdrawal', p_id,
      ROW('approved_first', 'REVIEWING', 'REVIEWING')::platform_event_change,
      ROW('operator', p_by->>'reviewer', p_by->>'reason', NULL)::platform_event_actor, NULL, p_now);
    RETURN 'first';
  END IF;
  UPDATE withdrawal SET first_reviewer = v_first WHERE member_id = p_member AND id = p_id AND state = 'REVIEWING';
  PERFORM withdrawals_pay(p_member, p_id, p_by, p_now);
  RETURN 'PAYING';
END $$;

-- Claims one poll of a transfer for this process by setting the next; false when another process
-- claimed it, or it has ended.
CREATE OR REPLACE FUNCTION withdrawals_take_look(
  p_member uuid, p_id uuid, p_looks integer, p_next_at timestamptz, p_now timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE withdrawal SET next_look_at = p_next_at, looks = looks + 1
  WHERE member_id = p_member AND id = p_id AND state IN ('PAYING', 'WAIT_USER_CONFIRM') AND looks = p_looks;
  RETURN FOUND;
END $$;
