-- Returns the growth for cash in fen: 1 for each whole yuan that was not refunded (domain.md 21).
-- The only place that computes it.
CREATE OR REPLACE FUNCTION levels_growth_for_cash(p_cash_fen bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(p_cash_fen, 0) / 100
$$;

-- Returns the reference of an order's growth, by which a refund takes it back.
CREATE OR REPLACE FUNCTION levels_order_ref(p_order uuid) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'order:' || p_order
$$;

-- Adds the growth of a completed order for its cash that was not refunded, once for each order.
-- Returns as levels_add_growth.
CREATE OR REPLACE FUNCTION levels_add_order_growth(
  p_member uuid, p_order uuid, p_cash_fen bigint, p_title text, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RETURN levels_add_growth(p_member, levels_order_ref(p_order), levels_growth_for_cash(p_cash_fen)::integer, p_title,
                           p_now);
END $$;

-- Adds growth to a member, once for each ref; may be negative, but the total never is. A member
-- with enough growth for a higher grade gets it at once, and keeps it for a period. Returns grown,
-- replay, or none when there is nothing to write.
CREATE OR REPLACE FUNCTION levels_add_growth(
  p_member uuid, p_ref text, p_growth integer, p_title text, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_growth bigint;
BEGIN
  PERFORM levels_settle(p_member, p_now);
  v_growth := greatest(p_growth, -levels_growth(p_member, v_now));
  RETURN levels_insert_growth(p_member, p_ref, NULL, v_growth, p_title, v_now, p_now);
END $$;

-- Takes back the growth of entry `p_of` above `p_keep`, once for each ref (a refund's number): it
-- counts for the time of that entry, so both end together. Returns as levels_add_growth.
CREATE OR REPLACE FUNCTION levels_take_back(
  p_member uuid, p_ref text, p_of text, p_keep bigint, p_title text, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_growth bigint;
  v_at timestamptz;
BEGIN
  PERFORM levels_settle(p_member, p_now);
  SELECT sum(growth), min(counts_at) INTO v_growth, v_at FROM growth_entry
  WHERE member_id = p_member AND (ref = p_of OR of_ref = p_of);
  RETURN levels_insert_growth(p_member, p_ref, p_of, -greatest(0, coalesce(v_growth, 0) - greatest(p_keep, 0)), p_title, v_at,
                      p_now);
END $$;

-- Writes an entry and applies its effects. The caller has locked the member's level.
CREATE OR REPLACE FUNCTION levels_insert_growth(
  p_member uuid, p_ref text, p_of text, p_growth bigint, p_title text, p_counts timestamptz, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_seq bigint;
  v_from smallint;
  v_to smallint;
  v_growth bigint;
  v_until timestamptz;
BEGIN
  IF p_growth = 0 THEN RETURN 'none'; END IF;
  SELECT entries + 1, grade INTO STRICT v_seq, v_from FROM member_level WHERE member_id = p_member;
  INSERT INTO growth_entry (member_id, seq, ref, of_ref, growth, title, counts_at, at)
  VALUES (p_member, v_seq, p_ref, p_of, p_growth, p_title, p_counts, v_now)
  ON CONFLICT (member_id, ref) DO NOTHING;
  IF NOT FOUND THEN RETURN 'replay'; END IF;
  v_growth := levels_growth(p_member, v_now);
  SELECT max(l.grade) INTO v_to FROM level l WHERE l.growth_from <= v_growth;
  IF v_to > v_from THEN
    SELECT v_now + keep_days * interval '1 day' INTO v_until FROM level WHERE grade = v_to;
    PERFORM levels_publish_reached(p_member, v_to, p_now);
    UPDATE member_level SET entries = v_seq, grade = v_to, kept_until = v_until WHERE member_id = p_member;
    PERFORM levels_record_change(p_member, v_from, v_to, 'growth', v_until, NULL, 'system', p_now);
  ELSE
    UPDATE member_level SET entries = v_seq WHERE member_id = p_member;
  END IF;
  RETURN 'grown';
END $$;

-- Publishes an event for every level above the member's present one, up to this one, so that its
-- gifts are granted. The caller has locked the member's level and has not raised it yet. Gifts are
-- granted once for each level, however often it is reached.
CREATE OR REPLACE FUNCTION levels_publish_reached(p_member uuid, p_grade smallint, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_own smallint := levels_grade(p_member, p_now);
  v_records integer;
  v_grade smallint;
BEGIN
  SELECT records INTO v_records FROM member_level WHERE member_id = p_member;
  IF NOT FOUND THEN RETURN; END IF;
  FOR v_grade IN SELECT grade FROM level WHERE grade > v_own AND grade <= p_grade LOOP
    PERFORM platform_outbox_insert(p_member, md5(p_member || ':level:' || v_records || ':' || v_grade)::uuid, p_member,
                                'level.reached', jsonb_build_object('grade', v_grade), NULL, NULL, p_now);
  END LOOP;
END $$;
