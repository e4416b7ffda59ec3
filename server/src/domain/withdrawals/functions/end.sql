-- Ends withdrawals: paid, or with the money returned. The ledger is locked first, as for every
-- posting.

-- Applies the channel's status update, from an answer, a query or a notification. Nothing else
-- does. `p_update` is {state, amountFen?, transferNo?, package?, reason?, title,
-- eventId, txnId}; states are those of the port. Returns {change, was}: `success`, `returned` and `waiting` happened just now,
-- `none` changed nothing new, `conflict` contradicts our data (`why`) and waits for an operator.
CREATE OR REPLACE FUNCTION withdrawals_apply(p_member uuid, p_id uuid, p_update jsonb, p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_said text := p_update->>'state';
  v_known withdrawal;
BEGIN
  PERFORM ledger_lock_member(p_member, p_now);
  SELECT * INTO STRICT v_known FROM withdrawal WHERE member_id = p_member AND id = p_id;
  IF p_update->>'amountFen' IS NOT NULL AND (p_update->>'amountFen')::bigint IS DISTINCT FROM v_known.net_fen THEN
    RETURN withdrawals_alarm(p_member, v_known, 'amount', p_now);
  END IF;
  IF v_said = 'success' AND v_known.state = 'RETURNED' THEN
    RETURN withdrawals_alarm(p_member, v_known, 'paid_after_return', p_now);
  END IF;
  IF v_said IN ('failed', 'cancelled') AND v_known.state = 'SUCCESS' THEN
    RETURN withdrawals_alarm(p_member, v_known, 'failed_after_paid', p_now);
  END IF;
  IF v_known.state NOT IN ('PAYING', 'WAIT_USER_CONFIRM') THEN
    RETURN jsonb_build_object('change', 'none', 'was', v_known.state);
  END IF;

  UPDATE withdrawal SET word = v_said, refused_at = NULL, transfer_no = coalesce(p_update->>'transferNo', transfer_no),
                        package = coalesce(p_update->>'package', package)
  WHERE member_id = p_member AND id = p_id;
  IF v_said = 'success' THEN
    RETURN withdrawals_done(p_member, v_known, p_update, p_now);
  ELSIF v_said IN ('failed', 'cancelled') THEN
    PERFORM withdrawals_return(p_member, p_id, p_update || '{"to": "FAILED", "actorKind": "channel"}', p_now);
    RETURN jsonb_build_object('change', 'returned', 'was', v_known.state);
  ELSIF v_said = 'wait_confirm' AND v_known.state = 'PAYING' THEN
    UPDATE withdrawal SET state = 'WAIT_USER_CONFIRM', waited_at = v_now
    WHERE member_id = p_member AND id = p_id AND state = 'PAYING';
    PERFORM platform_event_insert(
      p_member, (p_update->>'eventId')::uuid, 'withdrawal', p_id,
      ROW('wait_confirm', 'PAYING', 'WAIT_USER_CONFIRM')::platform_event_change,
      ROW('channel', 'wechatpay', NULL, NULL)::platform_event_actor, NULL, p_now);
    RETURN jsonb_build_object('change', 'waiting', 'was', v_known.state);
  END IF;
  RETURN jsonb_build_object('change', 'none', 'was', v_known.state);
END $$;

-- Completes a paid withdrawal: the held money → channel, and the fee → fee.
CREATE OR REPLACE FUNCTION withdrawals_done(p_member uuid, p_known withdrawal, p_update jsonb, p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_to jsonb := jsonb_build_array(jsonb_build_object('credit', 'channel', 'amount', p_known.net_fen,
                                                     'party', p_known.channel));
BEGIN
  UPDATE withdrawal SET state = 'SUCCESS', ended_how = 'paid', next_look_at = NULL, ended_at = v_now
  WHERE member_id = p_member AND id = p_known.id AND state IN ('PAYING', 'WAIT_USER_CONFIRM');
  IF NOT FOUND THEN RETURN jsonb_build_object('change', 'none', 'was', p_known.state); END IF;
  IF p_known.fee_fen > 0 THEN
    v_to := v_to || jsonb_build_object('credit', 'fee', 'amount', p_known.fee_fen, 'party', 'withdrawal');
  END IF;
  PERFORM ledger_confirm(p_member, (p_update->>'txnId')::uuid, p_known.id, v_to, 'system', p_update->>'title', p_now);
  PERFORM platform_event_insert(
    p_member, (p_update->>'eventId')::uuid, 'withdrawal', p_known.id,
    ROW('success', p_known.state, 'SUCCESS')::platform_event_change,
    ROW('channel', p_known.channel, NULL, NULL)::platform_event_actor, NULL, p_now);
  RETURN jsonb_build_object('change', 'success', 'was', p_known.state);
END $$;

-- Ends it unpaid: CANCELLED by its member, REJECTED by an operator, FAILED at the channel. `p_by`
-- is {to, actorKind, actor?, reason?, eventId, txnId}. False when its state does not allow this;
-- else the money is returned.
CREATE OR REPLACE FUNCTION withdrawals_return(p_member uuid, p_id uuid, p_by jsonb, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_to text := p_by->>'to';
  v_was text;
BEGIN
  PERFORM ledger_lock_member(p_member, p_now);
  SELECT state INTO v_was FROM withdrawal WHERE member_id = p_member AND id = p_id;
  UPDATE withdrawal SET state = v_to, ended_how = lower(v_to), reason = p_by->>'reason', next_look_at = NULL,
    decided_at = coalesce(decided_at, v_now), ended_at = CASE WHEN v_to = 'CANCELLED' THEN v_now END,
    reviewer = CASE WHEN p_by->>'actorKind' = 'operator' AND first_reviewer IS DISTINCT FROM p_by->>'actor'
                    THEN p_by->>'actor' ELSE reviewer END
  WHERE member_id = p_member AND id = p_id AND state = ANY (CASE v_to
    WHEN 'CANCELLED' THEN ARRAY['APPLIED', 'REVIEWING'] WHEN 'REJECTED' THEN ARRAY['REVIEWING']
    WHEN 'FAILED' THEN ARRAY['PAYING', 'WAIT_USER_CONFIRM'] END);
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM platform_event_insert(
    p_member, (p_by->>'eventId')::uuid, 'withdrawal', p_id,
    ROW(lower(v_to), v_was, v_to)::platform_event_change,
    ROW(p_by->>'actorKind', p_by->>'actor', p_by->>'reason', NULL)::platform_event_actor, NULL,
    p_now);
  PERFORM ledger_void(p_member, (p_by->>'txnId')::uuid, p_id, 'system', p_now);
  IF v_to <> 'CANCELLED' THEN
    UPDATE withdrawal SET state = 'RETURNED', ended_at = v_now WHERE member_id = p_member AND id = p_id AND state = v_to;
    PERFORM platform_event_insert(
      p_member, md5(p_id || ':returned')::uuid, 'withdrawal', p_id,
      ROW('returned', v_to, 'RETURNED')::platform_event_change,
      ROW('system', NULL, NULL, NULL)::platform_event_actor, NULL, p_now);
  END IF;
  RETURN true;
END $$;

-- Records that the channel contradicts our data: nothing moves, and an operator must check it.
CREATE OR REPLACE FUNCTION withdrawals_alarm(p_member uuid, p_known withdrawal, p_why text, p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  UPDATE withdrawal SET alarm = p_why WHERE member_id = p_member AND id = p_known.id;
  RETURN jsonb_build_object('change', 'conflict', 'why', p_why, 'was', p_known.state);
END $$;
