-- Returns the attempt with this number, or no row. The number leads to its owner, and the owner to the
-- row: on a cluster each is read at one node, and the caller needs one round trip (decision 0240).
CREATE OR REPLACE FUNCTION payments_attempt_of(p_out_trade_no text)
RETURNS TABLE (
  owner_id uuid, id uuid, biz_type text, biz_id uuid, via text, out_trade_no text, title text, amount_fen bigint,
  payer_hash bytea, payer_sealed bytea, state text, prepay_id text, poll_count integer, created_at timestamptz,
  expires_at timestamptz
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_owner uuid;
  v_attempt uuid;
BEGIN
  SELECT n.owner_id, n.attempt_id INTO v_owner, v_attempt FROM trade_no n WHERE n.out_trade_no = p_out_trade_no;
  RETURN QUERY
  SELECT a.member_id, a.id, a.biz_type, a.biz_id, a.via, a.out_trade_no, a.title, a.amount_fen, a.payer_hash,
         a.payer_sealed, a.state, a.prepay_id, a.looks, a.created_at, a.expires_at
  FROM payment_attempt a WHERE a.member_id = v_owner AND a.id = v_attempt;
END $$;
