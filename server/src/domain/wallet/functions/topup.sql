-- Opens a top-up that waits for its payment: `p_topup` is {id, topUpNo, packageId?, amountFen,
-- bonusFen, expiresAt, eventId}. Raises BALANCE_FULL {room} in whole yuan when the balance could not
-- hold it.
CREATE OR REPLACE FUNCTION wallet_topup_open(p_member uuid, p_topup jsonb, p_cap_fen bigint, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_id uuid := (p_topup->>'id')::uuid;
  v_amount bigint := (p_topup->>'amountFen')::bigint;
  v_bonus bigint := (p_topup->>'bonusFen')::bigint;
  v_room bigint;
BEGIN
  PERFORM wallet_settle(p_member, p_now);
  v_room := greatest(0, p_cap_fen - wallet_total(p_member, p_now));
  IF v_amount + v_bonus > v_room THEN
    PERFORM platform_refuse('BALANCE_FULL', jsonb_build_object('room', v_room / 100));
  END IF;
  INSERT INTO topup (member_id, id, topup_no, package_id, amount_fen, bonus_fen, expires_at, created_at)
  VALUES (p_member, v_id, p_topup->>'topUpNo', p_topup->>'packageId', v_amount, v_bonus,
          (p_topup->>'expiresAt')::timestamptz, v_now);
  PERFORM platform_event_insert(
    p_member, (p_topup->>'eventId')::uuid, 'topup', v_id,
    ROW('opened', NULL, 'WAIT_PAY')::platform_event_change,
    ROW('member', p_member::text, NULL, NULL)::platform_event_actor,
    jsonb_build_object('amountFen', v_amount, 'bonusFen', v_bonus), p_now);
END $$;

-- Returns all of a member's money in fen, with holds; the cap applies to this sum. The ledger must
-- be locked and settled.
CREATE OR REPLACE FUNCTION wallet_total(p_member uuid, p_now timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE v_balance bigint;
BEGIN
  SELECT coalesce(sum(balance), 0) INTO v_balance FROM ledger_account
  WHERE member_id = p_member AND asset = 'CNY'
    AND purpose IN ('principal', 'bonus', 'reward_cash', 'held_principal', 'held_bonus', 'held_reward');
  RETURN greatest(0, v_balance - wallet_ended(p_member, p_now));
END $$;

-- Applies a top-up's payment by the channel, in the transaction that credits it. `p_paid` is
-- {attemptId, amountFen, paidAt, lotId, bonusEndsAt, capFen, eventId, newsId, title,
-- bonusTitle}. Returns
--
--    paid    credited and published as topup.done: principal, and bonus as a lot that expires; also
--            when the top-up had expired
--    repeat  this attempt has credited it before; nothing changed
--    full    the balance cannot hold it (any more): all of the money is refunded
--    late    it was credited by another payment, the amount is wrong, or the member has closed the
--            account: the money is refunded
--
-- Postings: topup, clearing → principal (payments posts suspense → clearing); topup_bonus, expense
-- → bonus.
CREATE OR REPLACE FUNCTION wallet_topup_paid(p_member uuid, p_topup uuid, p_paid jsonb, p_now timestamptz)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_attempt uuid := (p_paid->>'attemptId')::uuid;
  v_ends timestamptz := (p_paid->>'bonusEndsAt')::timestamptz;
  v_topup topup;
BEGIN
  PERFORM wallet_settle(p_member, p_now);
  SELECT * INTO v_topup FROM topup WHERE member_id = p_member AND id = p_topup FOR NO KEY UPDATE;
  IF v_topup.attempt_id = v_attempt THEN RETURN 'repeat'; END IF;
  IF v_topup.id IS NULL OR members_is_closed(p_member) OR v_topup.state NOT IN ('WAIT_PAY', 'CLOSED')
     OR v_topup.amount_fen IS DISTINCT FROM (p_paid->>'amountFen')::bigint THEN
    RETURN 'late';
  END IF;
  IF wallet_total(p_member, p_now) + v_topup.amount_fen + v_topup.bonus_fen > (p_paid->>'capFen')::bigint THEN
    UPDATE topup SET state = 'CLOSED', closed_reason = 'full', attempt_id = v_attempt
    WHERE member_id = p_member AND id = p_topup AND state IN ('WAIT_PAY', 'CLOSED');
    PERFORM platform_event_insert(
      p_member, (p_paid->>'eventId')::uuid, 'topup', p_topup,
      ROW('full', v_topup.state, 'CLOSED')::platform_event_change,
      ROW('channel', 'wechatpay', NULL, NULL)::platform_event_actor,
      jsonb_build_object('attemptId', v_attempt), p_now);
    RETURN 'full';
  END IF;
  UPDATE topup SET state = 'PAID', closed_reason = NULL, attempt_id = v_attempt,
                   paid_at = (p_paid->>'paidAt')::timestamptz, credited_at = v_now
  WHERE member_id = p_member AND id = p_topup AND state IN ('WAIT_PAY', 'CLOSED');
  IF NOT FOUND THEN RAISE EXCEPTION 'wallet: % changed under its lock', p_topup; END IF;
  PERFORM ledger_post(
    p_member,
    ROW(
      md5(p_topup || ':topup')::uuid, 'topup', p_topup::text,
      ledger_hash(to_jsonb(v_topup.amount_fen)), 'system', NULL, p_paid->>'title')::ledger_posting,
    jsonb_build_array(
      jsonb_build_object(
        'asset', 'CNY', 'debit', 'clearing', 'credit', 'principal', 'amount', v_topup.amount_fen,
        'party', 'wechatpay')),
    p_now);
  IF v_topup.bonus_fen > 0 AND ledger_post(
    p_member,
    ROW(
      md5(p_topup || ':bonus')::uuid, 'topup_bonus', p_topup::text,
      ledger_hash(to_jsonb(v_topup.bonus_fen)), 'system', NULL, p_paid->>'bonusTitle')::ledger_posting,
    jsonb_build_array(
      jsonb_build_object(
        'asset', 'CNY', 'debit', 'expense', 'credit', 'bonus', 'amount', v_topup.bonus_fen, 'party',
        'bonus')),
    p_now) = 'posted' THEN
    INSERT INTO bonus_lot (member_id, id, source, source_ref, topup_id, amount, remaining, expires_at, created_at)
    VALUES (p_member, (p_paid->>'lotId')::uuid, 'topup', p_topup::text, p_topup, v_topup.bonus_fen, v_topup.bonus_fen,
            v_ends, v_now);
  END IF;
  PERFORM platform_event_insert(
    p_member, (p_paid->>'eventId')::uuid, 'topup', p_topup,
    ROW('paid', v_topup.state, 'PAID')::platform_event_change,
    ROW('channel', 'wechatpay', NULL, NULL)::platform_event_actor,
    jsonb_build_object('attemptId', v_attempt), p_now);
  PERFORM platform_outbox_insert(p_member, (p_paid->>'newsId')::uuid, p_topup, 'news', jsonb_build_object(
    'kind', 'topup.done', 'ref', p_topup, 'data', jsonb_build_object('amountFen', p_paid->'amountFen',
    'at', (extract(epoch FROM v_now) * 1000)::bigint)), NULL, NULL, p_now);
  RETURN 'paid';
END $$;
