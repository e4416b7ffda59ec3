-- Receives a status update of the channel: applies it, lets the business decide about the money, and
-- ends it, all in one statement. `p_receipt` is what the functions of the businesses take as well
-- (orders_receive, exchange_receive, wallet_receive):
--
--    {update, business: {bizType, bizId}, acceptId, returnId, refundNo, reasons: {late, second},
--     eventsKept, notice?: {key, body}}
--
-- `update` is what payments_apply takes, `notice` the notification as received; a query has none.

-- Ends the application of an update, in the statement that applied it: accepts a payment that won,
-- or returns its money; stores the notification; publishes the change to the member's pages.
-- `p_applied` is the result of payments_apply, `p_is_accepted` the decision of the business about a
-- payment that won. Returns `p_applied` with the change `late` for a payment that won and was not
-- accepted, and `isReturned` for money that is returned: false when nothing was left to return.
CREATE OR REPLACE FUNCTION payments_receive_end(
  p_member uuid, p_attempt_id uuid, p_applied jsonb, p_is_accepted boolean, p_receipt jsonb, p_now timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_change text := p_applied->>'change';
  v_result jsonb := p_applied;
BEGIN
  IF v_change = 'won' AND p_is_accepted THEN
    PERFORM FROM payments_accept(p_member, p_attempt_id, (p_receipt->>'acceptId')::uuid, p_now);
  ELSIF v_change = 'won' THEN
    PERFORM FROM payments_mark_late(p_member, p_attempt_id, p_now);
    v_change := 'late';
  END IF;
  IF v_change IN ('late', 'second') THEN
    v_result := v_result || jsonb_build_object('change', v_change, 'isReturned',
      payments_return(p_member, jsonb_build_object(
        'id', p_receipt->'returnId', 'attemptId', p_attempt_id, 'refundNo', p_receipt->'refundNo',
        'amountFen', p_receipt->'update'->'amountFen', 'reason', p_receipt->'reasons'->v_change,
        'eventId', md5(p_attempt_id || ':returning')::uuid), p_now));
  END IF;
  IF p_receipt ? 'notice' THEN
    PERFORM platform_inbox_insert(p_receipt->'notice'->>'key', p_receipt->'notice'->'body', v_change <> 'conflict', p_now);
  END IF;
  IF v_change IN ('won', 'late', 'second', 'closed') THEN
    PERFORM FROM platform_push_event_insert(p_member, 'payment', p_receipt->'business', (p_receipt->>'eventsKept')::integer, p_now);
  END IF;
  RETURN v_result;
END $$;

-- Receives an update that brings no money. Returns as payments_receive_end.
CREATE OR REPLACE FUNCTION payments_receive(p_member uuid, p_attempt_id uuid, p_receipt jsonb, p_now timestamptz)
RETURNS jsonb LANGUAGE sql AS $$
  SELECT payments_receive_end(p_member, p_attempt_id,
                              payments_apply(p_member, p_attempt_id, p_receipt->'update', p_now), NULL, p_receipt,
                              p_now)
$$;
