-- Turns a locked code into an order that still has to be paid: a meal above the voucher's value.
-- The code stays LOCKED, now by the order, until the order's payment period and the slack are over.
-- After that any caller may open it again, whether or not a job has run. Returns `outcome`:
--
--    done          `result` is {orderId, orderNo, differenceFen}
--    replay        the same request was answered before; `result` is the answer
--    reused        the key was used for another body; nothing happened
--    session_over  the session no longer holds the code; nothing happened
--    had           the holder has had the maximum of a multi-use code; nothing happened
--
-- Raises UNPAID_MANY. `p_order` as in exchange_redeem, with `unpaidMs`, `slackMs`, `unpaidMax`,
-- `supply` and `item`.
CREATE OR REPLACE FUNCTION exchange_place(
  p_owner uuid, p_session uuid, p_session_hash bytea, p_code_mac bytea, p_route text, p_key text, p_hash bytea,
  p_order jsonb, p_contact bytea, p_receipt bytea, p_supply_contact bytea, p_events uuid[], p_now timestamptz,
  OUT outcome text, OUT result jsonb
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_order uuid := (p_order->>'id')::uuid;
  v_code_id uuid;
  v_n integer;
  v_uses_left integer;
BEGIN
  SELECT t.outcome, t.result INTO outcome, result FROM members_idempotency_reserve(p_owner, p_route, p_key, p_hash, p_now) t;
  IF outcome <> 'taken' THEN RETURN; END IF;

  UPDATE code
  SET session_id = v_order,
      lock_until = v_now + ((p_order->>'unpaidMs')::bigint + (p_order->>'slackMs')::bigint) * interval '1 ms'
  WHERE code_mac = p_code_mac AND state = 'LOCKED' AND session_id = p_session AND lock_until > v_now
  RETURNING code_id, redemption_n + 1 INTO v_code_id, v_n;
  IF NOT FOUND THEN
    SELECT u.outcome, u.code_id, u.n, u.uses_left INTO outcome, v_code_id, v_n, v_uses_left
    FROM exchange_use_spend(p_owner, p_session, p_session_hash, p_code_mac, v_order, NULL,
                            (p_order->>'unpaidMs')::bigint + (p_order->>'slackMs')::bigint, p_now) u;
  END IF;
  IF v_n IS NULL THEN
    DELETE FROM idem WHERE member_id = p_owner AND route = p_route AND key = p_key;
    RETURN;
  END IF;
  UPDATE code_session SET state = 'redeemed', order_id = v_order WHERE session_hash = p_session_hash;

  outcome := 'done';
  result := jsonb_build_object('orderId', v_order, 'differenceFen', p_order->'differenceFen',
    'orderNo', orders_open_unpaid(p_owner, p_order || jsonb_build_object('codeId', v_code_id, 'redemptionN', v_n),
                                  p_contact, p_code_mac, p_receipt, p_supply_contact, p_events[1], p_now));
  PERFORM platform_event_insert(
    p_owner, p_events[2], 'code', v_code_id,
    ROW('waits_for_pay', 'LOCKED', 'LOCKED')::platform_event_change,
    ROW('member', p_owner::text, NULL, NULL)::platform_event_actor,
    jsonb_build_object('orderId', v_order), p_now);
  PERFORM platform_idempotency_store(p_owner, p_route, p_key, result);
END $$;

-- Redeems the code that an order waited with, because the order is being paid: once, and only the
-- redemption the order was opened for. Also returns true when the payment period is over but no
-- other caller has claimed the code since. The caller holds the lock on the member's ledger.
CREATE OR REPLACE FUNCTION exchange_take(
  p_member uuid, p_order uuid, p_code_mac bytea, p_n integer, p_txn uuid, p_event uuid, p_title text, p_now timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_code_id uuid;
  v_batch code_batch;
  v_transfers jsonb;
BEGIN
  UPDATE code c
  SET state = 'REDEEMED', session_id = p_order, redemption_n = c.redemption_n + 1, redeemed_by = p_member,
      order_id = p_order, txn_id = p_txn, redeemed_at = v_now
  WHERE c.code_mac = p_code_mac AND c.redemption_n + 1 = p_n
    AND ((c.state = 'LOCKED' AND c.session_id = p_order)
      OR (c.state = 'ACTIVE' AND c.valid_from <= v_now AND c.valid_until > v_now))
  RETURNING c.code_id INTO v_code_id;
  IF NOT FOUND THEN v_code_id := exchange_use_take(p_member, p_order, p_code_mac, p_n, p_txn, p_now); END IF;
  IF v_code_id IS NULL THEN RETURN false; END IF;

  SELECT b.* INTO STRICT v_batch FROM code c JOIN code_batch b ON b.batch_id = c.batch_id WHERE c.code_mac = p_code_mac;
  v_transfers := jsonb_build_array(jsonb_build_object('asset', 'CNY', 'debit', 'codes_sold', 'credit', 'clearing',
    'amount', coalesce(nullif((v_batch.target->>'faceFen')::integer, 0), (v_batch.target->>'valueFen')::integer),
    'party', 'batch:' || v_batch.batch_id));
  PERFORM ledger_post(
    p_member,
    ROW(
      p_txn, 'code_redeem', v_code_id || ':' || p_n, ledger_hash(v_transfers),
      'member:' || p_member, p_order, p_title)::ledger_posting,
    v_transfers, p_now);
  PERFORM platform_event_insert(
    p_member, p_event, 'code', v_code_id,
    ROW('redeemed', 'LOCKED', 'REDEEMED')::platform_event_change,
    ROW('member', p_member::text, NULL, NULL)::platform_event_actor,
    jsonb_build_object('orderId', p_order), p_now);
  RETURN true;
END $$;

-- Applies the channel's payment of the difference to the code and the order, both or neither.
-- Returns as orders_paid does; `late` also when another caller holds the code by now.
CREATE OR REPLACE FUNCTION exchange_paid(
  p_member uuid, p_order uuid, p_code_mac bytea, p_n integer, p_code_txn uuid, p_event uuid, p_title text, p_txn uuid,
  p_attempt uuid, p_channel_fen integer, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE v_outcome text;
BEGIN
  PERFORM ledger_lock_member(p_member, p_now);
  -- The payment is not accepted, or already known: the code stays unchanged.
  v_outcome := orders_paid_before(p_member, p_order, p_attempt, p_channel_fen, p_now);
  IF v_outcome IS NOT NULL THEN RETURN v_outcome; END IF;
  BEGIN
    IF NOT exchange_take(p_member, p_order, p_code_mac, p_n, p_code_txn, p_event, p_title, p_now) THEN RETURN 'late'; END IF;
    v_outcome := orders_paid(p_member, p_order, p_txn, p_attempt, p_channel_fen, p_now);
    IF v_outcome = 'late' THEN PERFORM orders_refuse(p_member, 'ORDER_CLOSED', NULL); END IF;
    RETURN v_outcome;
  EXCEPTION WHEN SQLSTATE 'YJ010' THEN
    RETURN 'late';
  END;
END $$;
