-- Credits points for a completed order, once for each order: points_issued → pending, frozen until
-- `p_active`. The rule in force determines the points for the cash kept, `rate` percent of it by
-- the member's level, and the maximum for one order, one day and in total. The first order that
-- earns points also credits the task's points, frozen alike. Returns posted, replay or none.
CREATE OR REPLACE FUNCTION points_earn(
  p_member uuid, p_earning points_earning, p_active timestamptz, p_expires timestamptz, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_order uuid := p_earning.order_id;
  v_rule points_rule;
  v_points bigint;
BEGIN
  PERFORM points_settle(p_member, p_now);
  SELECT * INTO v_rule FROM points_rule WHERE rule_id = 'order' AND starts_at <= v_now
  ORDER BY version DESC LIMIT 1;
  IF v_rule.rule_id IS NULL OR NOT v_rule.is_on THEN RETURN 'none'; END IF;
  PERFORM 1 FROM points_lot
  WHERE member_id = p_member AND source_kind = 'points_earn' AND source_ref = v_order::text;
  IF FOUND THEN RETURN 'replay'; END IF;
  v_points := greatest(p_earning.cash_fen, 0) * v_rule.points[1] * p_earning.rate
              / (v_rule.unit_fen * 100::bigint);
  v_points := points_within_caps(
    p_member, 'points_earn', least(v_points, v_rule.per_order), v_rule.per_day, v_rule.per_life, p_now);
  IF v_points <= 0 THEN RETURN 'none'; END IF;
  PERFORM points_grant_pending(
    p_member,
    ROW(
      p_earning.lot_id, v_points, p_active, p_expires, v_rule.points[1] * p_earning.rate,
      v_rule.unit_fen * 100)::points_pending_lot,
    ROW(
      p_earning.txn_id, 'points_earn', v_order::text, ledger_hash(to_jsonb(v_points)), 'system', v_order,
      p_earning.title)::ledger_posting,
    p_now);
  PERFORM points_earn_first_order(
    p_member, v_order, p_active, p_expires, p_earning.first_order_title, p_now);
  RETURN 'posted';
END $$;

-- Credits the first-order task: once, unless all its points were taken back. Not for a member who
-- closed an earlier account.
CREATE OR REPLACE FUNCTION points_earn_first_order(
  p_member uuid, p_order uuid, p_active timestamptz, p_expires timestamptz, p_title text, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_rule points_rule;
  v_key text := 'first_order:' || p_order;
BEGIN
  SELECT * INTO v_rule FROM points_rule WHERE rule_id = 'first_order' AND starts_at <= v_now
  ORDER BY version DESC LIMIT 1;
  IF v_rule.rule_id IS NULL OR NOT v_rule.is_on OR v_rule.points[1] = 0 THEN RETURN; END IF;
  IF members_is_returning(p_member) THEN RETURN; END IF;
  PERFORM 1 FROM points_lot WHERE member_id = p_member AND source_kind = 'points_task'
    AND starts_with(source_ref, 'first_order:') AND clawed < amount;
  IF FOUND THEN RETURN; END IF;
  PERFORM points_grant_pending(
    p_member,
    ROW(
      md5(v_key || ':lot')::uuid, v_rule.points[1], p_active, p_expires, NULL,
      NULL)::points_pending_lot,
    ROW(
      md5(v_key)::uuid, 'points_task', v_key, ledger_hash(to_jsonb(v_rule.points[1])), 'system',
      p_order, p_title)::ledger_posting,
    p_now);
END $$;

-- Adds a lot that begins later, and its posting points_issued → pending. The ledger must be locked
-- and settled.
CREATE OR REPLACE FUNCTION points_grant_pending(
  p_member uuid, p_lot points_pending_lot, p_posting ledger_posting, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  PERFORM ledger_post(
    p_member, p_posting,
    jsonb_build_array(jsonb_build_object(
      'asset', 'PTS', 'debit', 'points_issued', 'credit', 'pending', 'amount', p_lot.points)),
    p_now);
  INSERT INTO points_lot (member_id, id, source_kind, source_ref, amount, remaining, state, active_at, expires_at,
                          created_at, per_points, per_fen)
  VALUES (p_member, p_lot.id, p_posting.kind, p_posting.ref, p_lot.points, p_lot.points, 'PENDING', p_lot.active_at,
          p_lot.expires_at, v_now, p_lot.per_points, p_lot.per_fen);
END $$;

-- Returns how many of `p_points` a member may still earn this way today and in total; null means no
-- limit. The ledger must be locked.
CREATE OR REPLACE FUNCTION points_within_caps(
  p_member uuid, p_kind text, p_points bigint, p_day integer, p_life integer, p_now timestamptz
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_today bigint;
  v_ever bigint;
BEGIN
  IF num_nonnulls(p_day, p_life) = 0 THEN RETURN p_points; END IF;
  SELECT coalesce(sum(amount - clawed) FILTER (
           WHERE created_at >= date_trunc('day', v_now, 'Asia/Shanghai')), 0),
         coalesce(sum(amount - clawed), 0)
  INTO v_today, v_ever FROM points_lot WHERE member_id = p_member AND source_kind = p_kind;
  RETURN greatest(0, least(p_points, p_day - v_today, p_life - v_ever));
END $$;
