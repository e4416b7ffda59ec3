-- Credits points for a completed order, once for each order: points_issued → pending, frozen until
-- `p_active`. The rule in force determines the points for the cash kept, `p_rate` percent of it by
-- the member's level, and the maximum for one order, one day and in total. The first order that
-- earns points also credits the task's points, frozen alike. Returns posted, replay or none.
CREATE OR REPLACE FUNCTION points_earn(
  p_member uuid, p_lot uuid, p_txn uuid, p_order uuid, p_cash_fen bigint, p_rate integer, p_active timestamptz,
  p_expires timestamptz, p_title text, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_rule points_rule;
  v_points bigint;
BEGIN
  PERFORM points_settle(p_member, p_now);
  SELECT * INTO v_rule FROM points_rule WHERE rule_id = 'order' AND starts_at <= coalesce(p_now, now())
  ORDER BY version DESC LIMIT 1;
  IF v_rule.rule_id IS NULL OR NOT v_rule.is_on THEN RETURN 'none'; END IF;
  PERFORM 1 FROM points_lot
  WHERE member_id = p_member AND source_kind = 'points_earn' AND source_ref = p_order::text;
  IF FOUND THEN RETURN 'replay'; END IF;
  v_points := greatest(p_cash_fen, 0) * v_rule.points[1] * p_rate / (v_rule.unit_fen * 100::bigint);
  v_points := points_within_caps(p_member, 'points_earn', least(v_points, v_rule.per_order), v_rule.per_day,
                            v_rule.per_life, p_now);
  IF v_points <= 0 THEN RETURN 'none'; END IF;
  PERFORM points_grant_pending(p_member, p_lot, p_txn, 'points_earn', p_order::text, p_order, v_points, p_active, p_expires,
                        p_title, v_rule.points[1] * p_rate, v_rule.unit_fen * 100, p_now);
  PERFORM points_earn_first_order(p_member, p_order, p_active, p_expires, p_now);
  RETURN 'posted';
END $$;

-- Credits the first-order task: once, unless all its points were taken back. Not for a member who
-- closed an earlier account.
CREATE OR REPLACE FUNCTION points_earn_first_order(
  p_member uuid, p_order uuid, p_active timestamptz, p_expires timestamptz, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_rule points_rule;
  v_key text := 'first_order:' || p_order;
BEGIN
  SELECT * INTO v_rule FROM points_rule WHERE rule_id = 'first_order' AND starts_at <= coalesce(p_now, now())
  ORDER BY version DESC LIMIT 1;
  IF v_rule.rule_id IS NULL OR NOT v_rule.is_on OR v_rule.points[1] = 0 THEN RETURN; END IF;
  IF members_is_returning(p_member) THEN RETURN; END IF;
  PERFORM 1 FROM points_lot WHERE member_id = p_member AND source_kind = 'points_task'
    AND starts_with(source_ref, 'first_order:') AND clawed < amount;
  IF FOUND THEN RETURN; END IF;
  PERFORM points_grant_pending(p_member, md5(v_key || ':lot')::uuid, md5(v_key)::uuid, 'points_task', v_key, p_order,
                        v_rule.points[1], p_active, p_expires, '首笔实付订单', NULL, NULL, p_now);
END $$;

-- Adds a lot that begins later, and its posting points_issued → pending. The ledger must be locked
-- and settled.
CREATE OR REPLACE FUNCTION points_grant_pending(
  p_member uuid, p_lot uuid, p_txn uuid, p_kind text, p_ref text, p_order uuid, p_points bigint, p_active timestamptz,
  p_expires timestamptz, p_title text, p_per_points integer, p_per_fen integer, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ledger_post(
    p_member,
    ROW(
      p_txn, p_kind, p_ref, ledger_hash(to_jsonb(p_points)), 'system', p_order,
      p_title)::ledger_posting,
    jsonb_build_array(
      jsonb_build_object(
        'asset', 'PTS', 'debit', 'points_issued', 'credit', 'pending', 'amount', p_points)),
    p_now);
  INSERT INTO points_lot (member_id, id, source_kind, source_ref, amount, remaining, state, active_at, expires_at,
                          created_at, per_points, per_fen)
  VALUES (p_member, p_lot, p_kind, p_ref, p_points, p_points, 'PENDING', p_active, p_expires, coalesce(p_now, now()),
          p_per_points, p_per_fen);
END $$;

-- Returns how many of `p_points` a member may still earn this way today and in total; null means no
-- limit. The ledger must be locked.
CREATE OR REPLACE FUNCTION points_within_caps(
  p_member uuid, p_kind text, p_points bigint, p_day integer, p_life integer, p_now timestamptz
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_today bigint;
  v_ever bigint;
BEGIN
  IF num_nonnulls(p_day, p_life) = 0 THEN RETURN p_points; END IF;
  SELECT coalesce(sum(amount - clawed) FILTER (
           WHERE created_at >= date_trunc('day', coalesce(p_now, now()), 'Asia/Shanghai')), 0),
         coalesce(sum(amount - clawed), 0)
  INTO v_today, v_ever FROM points_lot WHERE member_id = p_member AND source_kind = p_kind;
  RETURN greatest(0, least(p_points, p_day - v_today, p_life - v_ever));
END $$;
