-- Receives the channel's payment of a top-up in one statement, as orders_receive. `p_receipt` is that
-- of payments_receive with `paid`, what wallet_topup_paid takes. Returns as payments_receive_end.
CREATE OR REPLACE FUNCTION wallet_receive(
  p_member uuid, p_topup uuid, p_attempt uuid, p_receipt jsonb, p_now timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_applied jsonb;
  v_outcome text;
  v_result jsonb;
BEGIN
  v_applied := payments_apply(p_member, p_attempt, p_receipt->'update', p_now);
  IF v_applied->>'change' = 'won' THEN
    SELECT * INTO v_outcome FROM wallet_topup_paid(p_member, p_topup, p_receipt->'paid', p_now);
  END IF;
  v_result := payments_receive_end(p_member, p_attempt, v_applied, v_outcome IN ('paid', 'repeat'), p_receipt, p_now);
  IF v_outcome IS NOT NULL THEN
    PERFORM FROM platform_push_event_insert(p_member, 'topup', jsonb_build_object('topUpId', p_topup),
                              (p_receipt->>'eventsKept')::integer, p_now);
  END IF;
  RETURN v_result;
END $$;
