-- Posts expired bonus under a title, once for each lot: bonus → expense. Returns the sum in fen. This is cleanup
-- only: an expired lot can no longer be spent, and no read counts it.
CREATE OR REPLACE FUNCTION wallet_expire(p_member uuid, p_title text, p_now timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_lot record;
  v_n bigint;
  v_total bigint := 0;
BEGIN
  PERFORM wallet_settle(p_member, p_now);
  FOR v_lot IN
    SELECT id, remaining FROM bonus_lot
    WHERE member_id = p_member AND remaining > 0 AND expires_at <= v_now ORDER BY expires_at, id
  LOOP
    -- An adjustment may have reduced the account but not the lot.
    SELECT least(v_lot.remaining, coalesce(sum(balance), 0)) INTO v_n FROM ledger_account
    WHERE member_id = p_member AND purpose = 'bonus' AND asset = 'CNY';
    IF v_n > 0 THEN
      PERFORM ledger_post(
        p_member,
        ROW(
          md5(v_lot.id || ':expire')::uuid, 'bonus_expire', v_lot.id::text,
          ledger_hash(to_jsonb(v_lot.id)), 'system', NULL, p_title)::ledger_posting,
        jsonb_build_array(
          jsonb_build_object(
            'asset', 'CNY', 'debit', 'bonus', 'credit', 'expense', 'amount', v_n, 'party',
            'bonus')),
        p_now);
    END IF;
    UPDATE bonus_lot SET remaining = 0, expired = v_lot.remaining WHERE member_id = p_member AND id = v_lot.id;
    v_total := v_total + v_n;
  END LOOP;
  RETURN v_total;
END $$;
