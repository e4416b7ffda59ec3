-- Turns a locked code, or the use of a multi-use code that a session holds, into an order, in one
-- round trip and one commit: key, code, session, order, posting, fulfilment. The code's guarded
-- update decides races: only one caller finds the code LOCKED by its session within the lease, and
-- only that caller is granted anything. A lease that began before the code's own end may finish
-- after it. Returns `outcome`:
--
--    done          `result` is {orderId, orderNo}, plus `usesLeft` for a multi-use code
--    replay        the same request was answered before; `result` is the answer
--    reused        the key was used for another body; nothing happened
--    session_over  the session no longer holds the code; nothing happened
--    had           the holder has had the maximum of a multi-use code; nothing happened
--
-- Raises CLAIM_OVER when a campaign has none left, SOLD_OUT when stock is gone, and LEVEL_HELD for
-- a level that would add nothing: then nothing has changed, and the session still holds the code.
-- `p_session` is {id, hash, codeMac}, `p_intent` the key as {route, key, hash}; `p_order` is what
-- orders_open takes, with {contactSealed?, receiptHash, eventIds} and an `item` where a benefit of
-- the shop is granted; `p_posting` is {txnId} and {points, lotId, expiresAt}, {couponId,
-- templateId}, {levelId, grade, days} or {transfers}; `p_supply` is null or {id, routes, outNo,
-- request, messageId, contactSealed?}. Bytes are in base64.
CREATE OR REPLACE FUNCTION exchange_redeem(
  p_owner uuid, p_session jsonb, p_intent jsonb, p_order jsonb, p_posting jsonb, p_supply jsonb, p_now timestamptz,
  OUT outcome text, OUT result jsonb
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_order uuid := (p_order->>'id')::uuid;
  v_title text := p_order->>'title';
  v_session uuid := (p_session->>'id')::uuid;
  v_session_hash bytea := decode(p_session->>'hash', 'base64');
  v_code_mac bytea := decode(p_session->>'codeMac', 'base64');
  v_route text := p_intent->>'route';
  v_key text := p_intent->>'key';
  v_hash bytea := decode(p_intent->>'hash', 'base64');
  v_txn uuid := (p_posting->>'txnId')::uuid;
  v_actor text := 'member:' || p_owner;
  v_code code;
  v_was code;
  v_code_id uuid;
  v_n integer;
  v_uses_left integer;
  v_ref text;
  v_ends timestamptz := (p_posting->>'expiresAt')::timestamptz;
  v_is text;
  v_order_no text;
BEGIN
  SELECT t.outcome, t.result INTO outcome, result FROM members_idempotency_reserve(p_owner, v_route, v_key, v_hash, p_now) t;
  IF outcome <> 'taken' THEN RETURN; END IF;

  UPDATE code
  SET state = 'REDEEMED', redemption_n = redemption_n + 1, redeemed_by = p_owner, order_id = v_order,
      txn_id = CASE WHEN p_posting ?| ARRAY['templateId', 'grade'] THEN NULL ELSE v_txn END,
      redeemed_at = v_now
  WHERE code_mac = v_code_mac
    AND state = 'LOCKED' AND session_id = v_session AND lock_until > v_now
  RETURNING * INTO v_code;
  v_code_id := v_code.code_id;
  v_n := v_code.redemption_n;
  IF FOUND THEN
    v_was := v_code;
    v_was.state := 'LOCKED';
    PERFORM exchange_count_change(v_was, v_code, v_order);
  ELSE
    SELECT u.outcome, u.code_id, u.n, u.uses_left INTO outcome, v_code_id, v_n, v_uses_left
    FROM exchange_use_spend(p_owner, v_session, v_session_hash, v_code_mac, v_order,
                            CASE WHEN p_posting ?| ARRAY['templateId', 'grade'] THEN NULL ELSE v_txn END,
                            NULL, p_now) u;
  END IF;
  IF v_n IS NULL THEN
    -- A refusal does not consume the key: the same key may be used again with a live session.
    DELETE FROM idem WHERE member_id = p_owner AND route = v_route AND key = v_key;
    RETURN;
  END IF;
  UPDATE code_session SET state = 'redeemed', order_id = v_order WHERE session_hash = v_session_hash;

  v_order_no := orders_open(p_owner, p_order || jsonb_build_object('codeId', v_code_id, 'redemptionN', v_n),
                            decode(p_order->>'contactSealed', 'base64'), v_code_mac,
                            decode(p_order->>'receiptHash', 'base64'), (p_order->'eventIds'->>0)::uuid, p_now);
  v_ref := v_code_id || ':' || v_n;
  IF p_posting ? 'points' THEN
    PERFORM FROM points_grant(
      p_owner, (p_posting->>'lotId')::uuid, (p_posting->>'points')::bigint,
      v_ends,
      ROW(v_txn, 'code_redeem', v_ref, v_hash, v_actor, v_order, v_title)::ledger_posting, p_now);
  ELSIF p_posting ? 'templateId' THEN
    PERFORM coupons_grant(p_owner, (p_posting->>'couponId')::uuid, p_posting->>'templateId', 'code', v_ref, p_now);
  ELSIF p_posting ? 'grade' THEN
    IF level = 'held' FROM levels_grant_days(
      p_owner, ROW((p_posting->>'levelId')::uuid, (p_posting->>'grade')::smallint, 'code', v_ref, v_title, v_actor)::levels_granted,
      (p_posting->>'days')::integer, p_now) AS level THEN
      PERFORM platform_refuse('LEVEL_HELD');
    END IF;
  ELSE
    PERFORM FROM ledger_post(
      p_owner, ROW(v_txn, 'code_redeem', v_ref, v_hash, v_actor, v_order, v_title)::ledger_posting,
      p_posting->'transfers', p_now);
  END IF;
  IF p_supply IS NOT NULL THEN
    PERFORM fulfilment_submit(p_owner, p_supply || jsonb_build_object('orderId', v_order),
                              decode(p_supply->>'contactSealed', 'base64'), p_now);
  END IF;
  v_is := 'REDEEMED';
  IF v_uses_left IS NOT NULL THEN SELECT state INTO v_is FROM code WHERE code_mac = v_code_mac; END IF;
  PERFORM FROM platform_event_insert(
    p_owner, (p_order->'eventIds'->>1)::uuid, 'code', v_code_id,
    ROW(
      'redeemed', CASE WHEN v_uses_left IS NULL THEN 'LOCKED' ELSE 'ACTIVE' END, v_is)::platform_event_change,
    ROW('member', p_owner::text, NULL, NULL)::platform_event_actor,
    jsonb_build_object('orderId', v_order), p_now);
  outcome := 'done';
  result := jsonb_strip_nulls(jsonb_build_object('orderId', v_order, 'orderNo', v_order_no, 'usesLeft', v_uses_left));
  PERFORM FROM platform_idempotency_store(p_owner, v_route, v_key, result);

  -- Last, because other transactions wait for the lock on scarce stock.
  IF p_order ? 'item' THEN PERFORM orders_gift(p_owner, v_order, p_order->'item', p_now); END IF;
END $$;
