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
  v_click partner_click;
  v_is partner_report;
BEGIN
  SELECT * INTO v_click FROM partner_click WHERE sid = p_word->>'sid' AND partner_id = p_partner;
  INSERT INTO partner_report AS r (partner_id, partner_no, order_id, sid, member_id, link_id, state, commission, title,
    amount_fen, commission_fen, is_risk, placed_at, said_at, said_rank, heard_at, first_heard_at)
  VALUES (p_partner, p_word->>'partnerNo', (p_word->>'orderId')::uuid, p_word->>'sid', v_click.member_id,
    v_click.link_id, v_state, CASE v_state WHEN 'VOID' THEN 'VOID' ELSE p_word->>'commission' END, p_word->>'title',
    (p_word->>'amountFen')::bigint, (p_word->>'commissionFen')::bigint, (p_word->>'isRisk')::boolean, v_placed, v_said,
    array_position(v_states, v_state), v_now, v_now)
  ON CONFLICT (partner_id, partner_no) DO UPDATE SET
    sid = CASE WHEN r.member_id IS NOT NULL THEN r.sid WHEN excluded.member_id IS NOT NULL THEN excluded.sid
               ELSE greatest(r.sid, excluded.sid) END,
    member_id = coalesce(r.member_id, excluded.member_id),
    link_id = coalesce(r.link_id, excluded.link_id),
    state = v_states[greatest(array_position(v_states, r.state), array_position(v_states, excluded.state))],
    commission = v_commissions[greatest(array_position(v_commissions, r.commission),
                                        array_position(v_commissions, excluded.commission))],
    placed_at = least(r.placed_at, excluded.placed_at),
    -- What was said last, column by column: a cluster takes no query here.
    said_at = CASE WHEN (excluded.said_at, excluded.said_rank, excluded.amount_fen, excluded.commission_fen, excluded.is_risk, excluded.title)
      > (r.said_at, r.said_rank, r.amount_fen, r.commission_fen, r.is_risk, r.title)
      THEN excluded.said_at ELSE r.said_at END,
    said_rank = CASE WHEN (excluded.said_at, excluded.said_rank, excluded.amount_fen, excluded.commission_fen, excluded.is_risk, excluded.title)
      > (r.said_at, r.said_rank, r.amount_fen, r.commission_fen, r.is_risk, r.title)
      THEN excluded.said_rank ELSE r.said_rank END,
    amount_fen = CASE WHEN (excluded.said_at, excluded.said_rank, excluded.amount_fen, excluded.commission_fen, excluded.is_risk, excluded.title)
      > (r.said_at, r.said_rank, r.amount_fen, r.commission_fen, r.is_risk, r.title)
      THEN excluded.amount_fen ELSE r.amount_fen END,
    commission_fen = CASE WHEN (excluded.said_at, excluded.said_rank, excluded.amount_fen, excluded.commission_fen, excluded.is_risk, excluded.title)
      > (r.said_at, r.said_rank, r.amount_fen, r.commission_fen, r.is_risk, r.title)
      THEN excluded.commission_fen ELSE r.commission_fen END,
    is_risk = CASE WHEN (excluded.said_at, excluded.said_rank, excluded.amount_fen, excluded.commission_fen, excluded.is_risk, excluded.title)
      > (r.said_at, r.said_rank, r.amount_fen, r.commission_fen, r.is_risk, r.title)
      THEN excluded.is_risk ELSE r.is_risk END,
    title = CASE WHEN (excluded.said_at, excluded.said_rank, excluded.amount_fen, excluded.commission_fen, excluded.is_risk, excluded.title)
      > (r.said_at, r.said_rank, r.amount_fen, r.commission_fen, r.is_risk, r.title)
      THEN excluded.title ELSE r.title END,
    heard_at = v_now
  WHERE (r.member_id IS NULL AND (excluded.member_id IS NOT NULL OR r.sid IS DISTINCT FROM greatest(r.sid, excluded.sid)))
     OR array_position(v_states, excluded.state) > array_position(v_states, r.state)
     OR array_position(v_commissions, excluded.commission) > array_position(v_commissions, r.commission)
     OR excluded.placed_at < r.placed_at
     OR (excluded.said_at, excluded.said_rank, excluded.amount_fen, excluded.commission_fen, excluded.is_risk,
         excluded.title) > (r.said_at, r.said_rank, r.amount_fen, r.commission_fen, r.is_risk, r.title)
  RETURNING r.* INTO v_is;
  IF NOT FOUND THEN RETURN jsonb_build_object('change', 'same'); END IF;

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
