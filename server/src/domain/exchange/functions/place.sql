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
-- Raises UNPAID_MANY. The arguments are those of exchange_redeem; `p_order` has also `unpaidMs`,
-- `slackMs`, `unpaidMax`, `supply`, `supplyContact?` and `item`.
CREATE OR REPLACE FUNCTION exchange_place(
  p_owner uuid, p_session jsonb, p_intent jsonb, p_order jsonb, p_now timestamptz, OUT outcome text,
  OUT result jsonb
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_order uuid := (p_order->>'id')::uuid;
  v_session uuid := (p_session->>'id')::uuid;
  v_session_hash bytea := decode(p_session->>'hash', 'base64');
  v_code_mac bytea := decode(p_session->>'codeMac', 'base64');
  v_route text := p_intent->>'route';
  v_key text := p_intent->>'key';
  v_hash bytea := decode(p_intent->>'hash', 'base64');
  v_held_ms bigint := (p_order->>'unpaidMs')::bigint + (p_order->>'slackMs')::bigint;
  v_code_id uuid;
  v_n integer;
  v_uses_left integer;
BEGIN
  SELECT t.outcome, t.result INTO outcome, result FROM members_idempotency_reserve(p_owner, v_route, v_key, v_hash, p_now) t;
  IF outcome <> 'taken' THEN RETURN; END IF;

  UPDATE code
  SET session_id = v_order,
      lock_until = v_now + v_held_ms * interval '1 ms'
  WHERE code_mac = v_code_mac AND state = 'LOCKED' AND session_id = v_session AND lock_until > v_now
  RETURNING code_id, redemption_n + 1 INTO v_code_id, v_n;
  IF NOT FOUND THEN
    SELECT u.outcome, u.code_id, u.n, u.uses_left INTO outcome, v_code_id, v_n, v_uses_left
    FROM exchange_use_spend(p_owner, v_session, v_session_hash, v_code_mac, v_order, NULL, v_held_ms, p_now) u;
  END IF;
  IF v_n IS NULL THEN
    DELETE FROM idem WHERE member_id = p_owner AND route = v_route AND key = v_key;
    RETURN;
  END IF;
  UPDATE code_session SET state = 'redeemed', order_id = v_order WHERE session_hash = v_session_hash;

  outcome := 'done';
  result := jsonb_build_object('orderId', v_order, 'differenceFen', p_order->'differenceFen',
    'orderNo', orders_open_unpaid(p_owner, p_order || jsonb_build_object('codeId', v_code_id, 'redemptionN', v_n),
                                  decode(p_order->>'contactSealed', 'base64'), v_code_mac,
                                  decode(p_order->>'receiptHash', 'base64'),
                                  decode(p_order->>'supplyContact', 'base64'), (p_order->'eventIds'->>0)::uuid, p_now));
  PERFORM FROM platform_event_insert(
    p_owner, (p_order->'eventIds'->>1)::uuid, 'code', v_code_id,
    ROW(
      'waits_for_pay', CASE WHEN v_uses_left IS NULL THEN 'LOCKED' ELSE 'ACTIVE' END,
      CASE WHEN v_uses_left IS NULL THEN 'LOCKED' ELSE 'ACTIVE' END)::platform_event_change,
    ROW('member', p_owner::text, NULL, NULL)::platform_event_actor,
    jsonb_build_object('orderId', v_order), p_now);
  PERFORM FROM platform_idempotency_store(p_owner, v_route, v_key, result);
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
  v_before code;
  v_code code;
  v_batch code_batch;
  v_transfers jsonb;
  v_was text;
  v_is text;
BEGIN
  SELECT * INTO v_before FROM code WHERE code_mac = p_code_mac FOR NO KEY UPDATE;
  v_was := v_before.state;
  UPDATE code c
  SET state = 'REDEEMED', session_id = p_order, redemption_n = c.redemption_n + 1, redeemed_by = p_member,
      order_id = p_order, txn_id = p_txn, redeemed_at = v_now
  WHERE c.code_mac = p_code_mac AND c.redemption_n + 1 = p_n
    AND ((c.state = 'LOCKED' AND c.session_id = p_order)
      OR (c.state = 'ACTIVE' AND c.valid_from <= v_now AND c.valid_until > v_now))
  RETURNING c.* INTO v_code;
  v_code_id := v_code.code_id;
  IF FOUND THEN PERFORM exchange_count_change(v_before, v_code, p_order);
  ELSE v_code_id := exchange_use_take(p_member, p_order, p_code_mac, p_n, p_txn, p_now);
  END IF;
  IF v_code_id IS NULL THEN RETURN false; END IF;

  SELECT b.* INTO STRICT v_batch FROM code c JOIN code_batch b ON b.batch_id = c.batch_id WHERE c.code_mac = p_code_mac;
  v_transfers := jsonb_build_array(jsonb_build_object('asset', 'CNY', 'debit', 'codes_sold', 'credit', 'clearing',
    'amount', coalesce(nullif((v_batch.target->>'faceFen')::integer, 0), (v_batch.target->>'valueFen')::integer),
    'party', 'batch:' || v_batch.batch_id));
  PERFORM FROM ledger_post(
    p_member,
    ROW(
      p_txn, 'code_redeem', v_code_id || ':' || p_n, ledger_hash(v_transfers),
      'member:' || p_member, p_order, p_title)::ledger_posting,
    v_transfers, p_now);
  SELECT state INTO v_is FROM code WHERE code_mac = p_code_mac;
  PERFORM FROM platform_event_insert(
    p_member, p_event, 'code', v_code_id,
    ROW('redeemed', v_was, v_is)::platform_event_change,
    ROW('member', p_member::text, NULL, NULL)::platform_event_actor,
    jsonb_build_object('orderId', p_order), p_now);
  RETURN true;
END $$;
