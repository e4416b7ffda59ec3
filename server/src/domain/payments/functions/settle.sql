-- Accepts an attempt's money or marks it late, in the transaction that credited it.

-- The business accepts it: suspense → clearing.
CREATE OR REPLACE FUNCTION payments_accept(p_member uuid, p_attempt_id uuid, p_txn uuid, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_attempt payment_attempt;
BEGIN
  SELECT * INTO STRICT v_attempt FROM payment_attempt
  WHERE member_id = p_member AND id = p_attempt_id AND outcome = 'won';
  PERFORM ledger_post(
    p_member,
    ROW(
      p_txn, 'wxpay_accept', p_attempt_id::text, ledger_hash(to_jsonb(v_attempt.amount_fen)),
      'system', CASE WHEN v_attempt.biz_type = 'order' THEN v_attempt.biz_id END,
      v_attempt.title)::ledger_posting,
    jsonb_build_array(
      jsonb_build_object(
        'asset', 'CNY', 'debit', 'suspense', 'credit', 'clearing', 'amount', v_attempt.amount_fen,
        'party', v_attempt.channel)),
    p_now);
END $$;

-- The business does not accept it any more: the outcome `won` becomes `late`.
CREATE OR REPLACE FUNCTION payments_mark_late(p_member uuid, p_attempt_id uuid, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_attempt SET outcome = 'late'
  WHERE member_id = p_member AND id = p_attempt_id AND outcome = 'won';
  IF NOT FOUND THEN RAISE EXCEPTION 'payments: only what was about to win can be late'; END IF;
  PERFORM platform_event_insert(
    p_member, md5(p_attempt_id || ':late')::uuid, 'payment', p_attempt_id,
    ROW('late', 'SUCCESS', 'SUCCESS')::platform_event_change,
    ROW('system', NULL, NULL, NULL)::platform_event_actor, NULL, p_now);
END $$;
