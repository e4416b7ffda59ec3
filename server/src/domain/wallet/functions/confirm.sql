-- Spends a hold; see wallet_confirm_with.
CREATE OR REPLACE FUNCTION wallet_confirm(
  p_member uuid, p_hold uuid, p_actor text, p_title text, p_now timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RETURN wallet_confirm_with(p_member, p_hold, p_actor, p_title, '[]', p_now);
END $$;

-- Spends a hold: each part → clearing, and writes the postings `p_with` (see ledger_steps) together with it. True when it is
-- spent, also when it was before. A lapsed hold is taken again from the current balances; false when
-- they do not suffice, and then nothing has happened. Bonus that expired while on hold is spent anyway.
CREATE OR REPLACE FUNCTION wallet_confirm_with(
  p_member uuid, p_hold uuid, p_actor text, p_title text, p_with jsonb, p_now timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_hold wallet_hold;
  v_held text[];
  v_parts jsonb;
  v_transfers jsonb;
BEGIN
  PERFORM wallet_settle(p_member, p_now);
  SELECT * INTO STRICT v_hold FROM wallet_hold WHERE member_id = p_member AND id = p_hold;
  IF v_hold.state = 'confirmed' THEN
    IF jsonb_array_length(p_with) > 0 THEN PERFORM ledger_post_all(p_member, p_with, p_now); END IF;
    RETURN true;
  END IF;
  IF v_hold.state = 'open' THEN
    v_held := array_remove(ARRAY[
      CASE WHEN v_hold.bonus > 0 THEN 'bonus' END, CASE WHEN v_hold.principal > 0 THEN 'principal' END,
      CASE WHEN v_hold.reward > 0 THEN 'reward' END], NULL);
    UPDATE wallet_hold SET state = 'confirmed' WHERE member_id = p_member AND id = p_hold;
    PERFORM ledger_confirm_all(
      p_member, wallet_ids(p_hold, 'confirm:', v_held), wallet_ids(p_hold, '', v_held), 'clearing', ledger_steps(p_with),
      p_actor, p_title, p_now);
    RETURN true;
  END IF;

  v_parts := wallet_parts(p_member, v_hold.bonus + v_hold.principal + v_hold.reward, p_now);
  IF (v_parts->>'missing')::bigint > 0 OR ledger_is_frozen(p_member, 'CNY') THEN RETURN false; END IF;
  PERFORM wallet_take(p_member, p_hold, (v_parts->>'bonus')::bigint, p_now);
  SELECT jsonb_agg(jsonb_build_object('asset', 'CNY', 'debit', wallet_purpose(part), 'credit', 'clearing',
                                      'amount', fen::bigint) ORDER BY part) INTO v_transfers
  FROM jsonb_each_text(v_parts) AS x (part, fen) WHERE fen::bigint > 0;
  PERFORM ledger_post_all(
    p_member,
    to_jsonb(ROW(
      ROW(
        md5(p_hold || ':confirm')::uuid, 'hold_confirm', p_hold::text, ledger_hash(v_transfers),
        p_actor, v_hold.order_id, p_title)::ledger_posting,
      v_transfers)::ledger_step) || p_with,
    p_now);
  UPDATE wallet_hold SET state = 'confirmed', bonus = (v_parts->>'bonus')::bigint,
    principal = (v_parts->>'principal')::bigint, reward = (v_parts->>'reward')::bigint
  WHERE member_id = p_member AND id = p_hold;
  RETURN true;
END $$;

-- Returns the ids of what a hold has in the ledger, one for each part: its holds, or with `confirm:` its
-- confirmations.
CREATE OR REPLACE FUNCTION wallet_ids(p_hold uuid, p_what text, p_parts text[])
RETURNS uuid[] LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_part text;
  v_ids uuid[] := '{}';
BEGIN
  FOREACH v_part IN ARRAY p_parts LOOP
    v_ids := v_ids || md5(p_hold || ':' || p_what || v_part)::uuid;
  END LOOP;
  RETURN v_ids;
END $$;
