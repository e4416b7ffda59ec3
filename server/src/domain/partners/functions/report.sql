-- Applies one update from a partner to the stored order. `p_word` is {partnerNo, sid?, state,
-- commission, title, amountFen, commissionFen, isRisk, placedAt, updatedAt, orderId}; times in ms,
-- `orderId` new. States only move forward; texts and figures are those of the latest update. The
-- result does not depend on the order or repetition of updates. Returns {change: new | changed |
-- same, memberId?, state?}; `same` changed nothing.
CREATE OR REPLACE FUNCTION partners_report(p_partner text, p_word jsonb, p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_states text[] := ARRAY['ORDERED', 'PAID', 'SETTLED', 'VOID'];
  v_commissions text[] := ARRAY['NONE', 'ESTIMATED', 'SETTLED', 'VOID'];
  v_state text := p_word->>'state';
  v_said timestamptz := 'epoch'::timestamptz + (p_word->>'updatedAt')::bigint * interval '1 millisecond';
  v_placed timestamptz := 'epoch'::timestamptz + (p_word->>'placedAt')::bigint * interval '1 millisecond';
  v_commission text := CASE WHEN v_state = 'VOID' THEN 'VOID' ELSE p_word->>'commission' END;
  v_amount bigint := (p_word->>'amountFen')::bigint;
  v_fen bigint := (p_word->>'commissionFen')::bigint;
  v_is_risk boolean := (p_word->>'isRisk')::boolean;
  v_rank integer := array_position(v_states, v_state);
  v_click partner_click;
  v_was partner_report;
  v_is partner_report;
BEGIN
  SELECT * INTO v_click FROM partner_click WHERE sid = p_word->>'sid' AND partner_id = p_partner;
  LOOP
    SELECT * INTO v_was FROM partner_report WHERE partner_id = p_partner AND partner_no = p_word->>'partnerNo'
    FOR NO KEY UPDATE;
    EXIT WHEN FOUND;
    -- Of two first reports at once the second waits here, and then finds the first.
    INSERT INTO partner_report (partner_id, partner_no, order_id, sid, member_id, link_id, state, commission, title,
      amount_fen, commission_fen, is_risk, placed_at, said_at, said_rank, heard_at, first_heard_at)
    VALUES (p_partner, p_word->>'partnerNo', (p_word->>'orderId')::uuid, p_word->>'sid', v_click.member_id,
      v_click.link_id, v_state, v_commission, p_word->>'title', v_amount, v_fen, v_is_risk, v_placed, v_said, v_rank,
      v_now, v_now)
    ON CONFLICT (partner_id, partner_no) DO NOTHING RETURNING * INTO v_is;
    EXIT WHEN FOUND;
  END LOOP;
  IF v_was.partner_no IS NOT NULL THEN
    v_is := v_was;
    v_is.sid := CASE WHEN v_was.member_id IS NOT NULL THEN v_was.sid WHEN v_click.member_id IS NOT NULL THEN p_word->>'sid'
                     ELSE greatest(v_was.sid, p_word->>'sid') END;
    v_is.member_id := coalesce(v_was.member_id, v_click.member_id);
    v_is.link_id := coalesce(v_was.link_id, v_click.link_id);
    v_is.state := v_states[greatest(array_position(v_states, v_was.state), v_rank)];
    v_is.commission := v_commissions[greatest(array_position(v_commissions, v_was.commission),
                                              array_position(v_commissions, v_commission))];
    v_is.placed_at := least(v_was.placed_at, v_placed);
    -- What was said last.
    IF (v_said, v_rank, v_amount, v_fen, v_is_risk, p_word->>'title')
      > (v_was.said_at, v_was.said_rank, v_was.amount_fen, v_was.commission_fen, v_was.is_risk, v_was.title)
    THEN
      v_is.said_at := v_said;
      v_is.said_rank := v_rank;
      v_is.amount_fen := v_amount;
      v_is.commission_fen := v_fen;
      v_is.is_risk := v_is_risk;
      v_is.title := p_word->>'title';
    END IF;
    IF v_is IS NOT DISTINCT FROM v_was THEN RETURN jsonb_build_object('change', 'same'); END IF;
    UPDATE partner_report SET sid = v_is.sid, member_id = v_is.member_id, link_id = v_is.link_id, state = v_is.state,
      commission = v_is.commission, placed_at = v_is.placed_at, said_at = v_is.said_at, said_rank = v_is.said_rank,
      amount_fen = v_is.amount_fen, commission_fen = v_is.commission_fen, is_risk = v_is.is_risk, title = v_is.title,
      heard_at = v_now
    WHERE partner_id = p_partner AND partner_no = v_is.partner_no;
  END IF;

  IF v_is.member_id IS NOT NULL THEN
    INSERT INTO partner_order (member_id, id, partner_id, partner_no, link_id, title, state, amount_fen, created_at,
                               changed_at)
    VALUES (v_is.member_id, v_is.order_id, p_partner, v_is.partner_no, v_is.link_id, v_is.title, v_is.state,
            v_is.amount_fen, least(v_is.placed_at, v_now), v_now)
    ON CONFLICT (member_id, id) DO UPDATE SET title = excluded.title, state = excluded.state,
      amount_fen = excluded.amount_fen, changed_at = excluded.changed_at;
  END IF;
  RETURN jsonb_build_object('change', CASE v_is.order_id WHEN (p_word->>'orderId')::uuid THEN 'new' ELSE 'changed' END,
                            'memberId', v_is.member_id, 'state', v_is.state);
END $$;
