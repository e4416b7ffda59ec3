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
-- `p_posting` is {points, lotId, expiresAt}, {couponId, templateId}, {levelId, grade, days} or
-- {transfers}; `p_order` has an `item` where a benefit of the shop is granted; `p_supply` is null
-- or {id, routes, outNo, request, messageId}; `p_events` are two ids.
CREATE OR REPLACE FUNCTION exchange_redeem(
  p_owner uuid, p_session uuid, p_session_hash bytea, p_code_mac bytea, p_route text, p_key text, p_hash bytea,
  p_order jsonb, p_contact bytea, p_receipt bytea, p_txn uuid, p_posting jsonb, p_supply jsonb, p_supply_contact bytea,
  p_actor text, p_events uuid[], p_now timestamptz,
  OUT outcome text, OUT result jsonb
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_order uuid := (p_order->>'id')::uuid;
  v_title text := p_order->>'title';
  v_code_id uuid;
  v_n integer;
  v_uses_left integer;
  v_ref text;
  v_order_no text;
BEGIN
  SELECT t.outcome, t.result INTO outcome, result FROM members_idempotency_reserve(p_owner, p_route, p_key, p_hash, p_now) t;
  IF outcome <> 'taken' THEN RETURN; END IF;

  UPDATE code
  SET state = 'REDEEMED', redemption_n = redemption_n + 1, redeemed_by = p_owner, order_id = v_order,
      txn_id = CASE WHEN p_posting ?| ARRAY['templateId', 'grade'] THEN NULL ELSE p_txn END,
      redeemed_at = v_now
  WHERE code_mac = p_code_mac
    AND state = 'LOCKED' AND session_id = p_session AND lock_until > v_now
  RETURNING code_id, redemption_n INTO v_code_id, v_n;
  IF NOT FOUND THEN
    SELECT u.outcome, u.code_id, u.n, u.uses_left INTO outcome, v_code_id, v_n, v_uses_left
    FROM exchange_use_spend(p_owner, p_session, p_session_hash, p_code_mac, v_order,
                            CASE WHEN p_posting ?| ARRAY['templateId', 'grade'] THEN NULL ELSE p_txn END,
                            NULL, p_now) u;
  END IF;
  IF v_n IS NULL THEN
    -- A refusal does not consume the key: the same key may be used again with a live session.
    DELETE FROM idem WHERE member_id = p_owner AND route = p_route AND key = p_key;
    RETURN;
  END IF;
  UPDATE code_session SET state = 'redeemed', order_id = v_order WHERE session_hash = p_session_hash;

  v_order_no := orders_open(p_owner, p_order || jsonb_build_object('codeId', v_code_id, 'redemptionN', v_n), p_contact,
                            p_code_mac, p_receipt, p_events[1], p_now);
  v_ref := v_code_id || ':' || v_n;
  IF p_posting ? 'points' THEN
    PERFORM points_grant(
      p_owner, (p_posting->>'lotId')::uuid, (p_posting->>'points')::bigint,
      (p_posting->>'expiresAt')::timestamptz,
      ROW(p_txn, 'code_redeem', v_ref, p_hash, p_actor, v_order, v_title)::ledger_posting, p_now);
  ELSIF p_posting ? 'templateId' THEN
    PERFORM coupons_grant(p_owner, (p_posting->>'couponId')::uuid, p_posting->>'templateId', 'code', v_ref, p_now);
  ELSIF p_posting ? 'grade' THEN
    IF levels_grant_days(p_owner, (p_posting->>'levelId')::uuid, (p_posting->>'grade')::smallint, 'code', v_ref,
                        (p_posting->>'days')::integer, v_title, p_actor, p_now) = 'held' THEN
      PERFORM orders_refuse(p_owner, 'LEVEL_HELD', NULL);
    END IF;
  ELSE
    PERFORM ledger_post(
      p_owner, ROW(p_txn, 'code_redeem', v_ref, p_hash, p_actor, v_order, v_title)::ledger_posting,
      p_posting->'transfers', p_now);
  END IF;
  IF p_supply IS NOT NULL THEN
    PERFORM fulfilment_submit(p_owner, p_supply || jsonb_build_object('orderId', v_order), p_supply_contact, p_now);
  END IF;
  PERFORM platform_event_insert(
    p_owner, p_events[2], 'code', v_code_id,
    ROW('redeemed', 'LOCKED', 'REDEEMED')::platform_event_change,
    ROW('member', p_owner::text, NULL, NULL)::platform_event_actor,
    jsonb_build_object('orderId', v_order), p_now);
  outcome := 'done';
  result := jsonb_strip_nulls(jsonb_build_object('orderId', v_order, 'orderNo', v_order_no, 'usesLeft', v_uses_left));
  PERFORM platform_idempotency_store(p_owner, p_route, p_key, result);

  -- Last, because other transactions wait for the lock on scarce stock.
  IF p_order ? 'item' THEN PERFORM orders_gift(p_owner, v_order, p_order->'item', p_now); END IF;
END $$;
