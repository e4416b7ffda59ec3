-- Handles a payment notification in the ordinary case in one statement, because the database may be
-- far away: credits the money, pays the order, takes the money over, stores the notification.
-- `p_word` is what payments_apply takes, `p_ids` {paidId, txnId, eventsKept}. Returns the change of
-- payments_apply (won, repeat), or null when more steps are needed, and then nothing has happened:
-- a contradiction, a late or second payment, a code to redeem, an order that is done with its
-- payment.
CREATE OR REPLACE FUNCTION orders_receive(
  p_member uuid, p_order uuid, p_attempt uuid, p_word jsonb, p_ids jsonb, p_event_key text, p_body jsonb,
  p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE v_change text;
BEGIN
  v_change := payments_apply(p_member, p_attempt, p_word, p_now)->>'change';
  IF v_change = 'won' THEN
    PERFORM 1 FROM orders WHERE member_id = p_member AND id = p_order AND source = 'shop';
    IF NOT FOUND OR orders_paid(p_member, p_order, (p_ids->>'paidId')::uuid, p_attempt,
                                (p_word->>'amountFen')::integer, p_now) = 'late' THEN
      RAISE EXCEPTION 'orders: more steps' USING ERRCODE = 'YJ013';
    END IF;
    PERFORM 1 FROM orders WHERE member_id = p_member AND id = p_order AND order_state = 'DONE';
    IF FOUND THEN RAISE EXCEPTION 'orders: more steps' USING ERRCODE = 'YJ013'; END IF;
    PERFORM payments_accept(p_member, p_attempt, p_ids, p_now);
    PERFORM platform_push_event_insert(p_member, 'order', jsonb_build_object('orderId', p_order), (p_ids->>'eventsKept')::integer,
                              p_now);
  ELSIF v_change <> 'repeat' THEN
    RAISE EXCEPTION 'orders: more steps' USING ERRCODE = 'YJ013';
  END IF;
  PERFORM platform_inbox_insert(p_event_key, p_body, true, p_now);
  RETURN v_change;
EXCEPTION WHEN SQLSTATE 'YJ013' THEN
  RETURN NULL;
END $$;
