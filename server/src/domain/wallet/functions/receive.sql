-- Handles the payment notification of a top-up in the ordinary case in one statement; as
-- orders_receive. `p_paid` is what wallet_topup_paid takes.
CREATE OR REPLACE FUNCTION wallet_receive(
  p_member uuid, p_topup uuid, p_attempt uuid, p_word jsonb, p_ids jsonb, p_paid jsonb, p_event_key text, p_body jsonb,
  p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE v_change text;
BEGIN
  v_change := payments_apply(p_member, p_attempt, p_word, p_now)->>'change';
  IF v_change = 'won' THEN
    IF wallet_topup_paid(p_member, p_topup, p_paid, p_now) NOT IN ('paid', 'repeat') THEN
      RAISE EXCEPTION 'wallet: more steps' USING ERRCODE = 'YJ013';
    END IF;
    PERFORM payments_accept(p_member, p_attempt, p_ids, p_now);
    PERFORM platform_push_event_insert(p_member, 'topup', jsonb_build_object('topUpId', p_topup), (p_ids->>'eventsKept')::integer,
                              p_now);
  ELSIF v_change <> 'repeat' THEN
    RAISE EXCEPTION 'wallet: more steps' USING ERRCODE = 'YJ013';
  END IF;
  PERFORM platform_inbox_insert(p_event_key, p_body, true, p_now);
  RETURN v_change;
EXCEPTION WHEN SQLSTATE 'YJ013' THEN
  RETURN NULL;
END $$;
