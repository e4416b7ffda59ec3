-- Grants a member one coupon of a template, or all coupons of a pack, once for each (source, ref):
-- returns granted, or replay when it was granted before. `p_coupon` is the id of the first coupon.
-- Each copies its rules from the template. A claim is subject to the
-- member's own limits and the claim period; a coupon that was bought, promised or granted by an
-- operator is not. Raises
-- - `CLAIM_DENIED {reason}`: a claim before its period, or a coupon that the member could not use
-- - `CLAIM_LIMIT`: the member has reached the limit, in total or for today
-- - `CLAIM_OVER`: the campaign is over, or has none left
CREATE OR REPLACE FUNCTION coupons_grant(
  p_member uuid, p_coupon uuid, p_template text, p_source text, p_ref text, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  t coupon_template;
  v_is_claim boolean := p_source = 'claim';
  v_valid record;
  v_from timestamptz;
  v_until timestamptz;
  v_bucket smallint;
  v_broken text;
  v_barred text;
  v_is_allowed boolean := true;
  v_contents jsonb[];
  v_coupon uuid;
BEGIN
  IF EXISTS (SELECT FROM member_coupon c WHERE c.member_id = p_member AND c.template_id = p_template
             AND c.source = p_source AND c.source_ref = p_ref) THEN RETURN 'replay'; END IF;
  SELECT * INTO t FROM coupon_template WHERE template_id = p_template;
  IF NOT FOUND OR t.revoked_at <= v_now
     OR NOT (t.status = 'active' OR (NOT v_is_claim AND (t.status = 'paused' OR t.ended_how = 'keep')))
     OR (v_is_claim AND t.claim_until <= v_now) THEN
    PERFORM platform_refuse('CLAIM_OVER');
  END IF;
  IF v_is_claim AND t.claim_from > v_now THEN PERFORM platform_refuse('CLAIM_DENIED', '{"reason": "claim_not_begun"}'); END IF;
  IF v_is_claim THEN
    SELECT * INTO v_barred FROM coupons_barred(p_member, p_template, t.rules, NULL, p_now);
    IF v_barred IS NOT NULL THEN PERFORM platform_refuse('CLAIM_DENIED', jsonb_build_object('reason', v_barred)); END IF;
  END IF;
  v_valid := coupons_validity_period(p_member, t.validity, p_now);
  v_from := v_valid.starts;
  v_until := v_valid.ends;
  IF v_until <= v_now THEN PERFORM platform_refuse('CLAIM_OVER'); END IF;

  IF v_is_claim THEN
    SELECT * INTO v_is_allowed FROM coupons_count_claim(p_member, p_template, t.limits, p_now);
  END IF;
  IF NOT v_is_allowed THEN
    -- The second of two concurrent requests with the same reference waited here, and now finds the
    -- first one's coupon.
    IF EXISTS (SELECT FROM member_coupon c WHERE c.member_id = p_member AND c.template_id = p_template
               AND c.source = p_source AND c.source_ref = p_ref) THEN RETURN 'replay'; END IF;
    PERFORM platform_refuse('CLAIM_LIMIT');
  END IF;
  v_bucket := coupons_take_stock(p_member, p_template, t.pack_size);
  IF v_bucket IS NULL THEN PERFORM platform_refuse('CLAIM_OVER'); END IF;

  -- One statement issues a whole pack; the key `member_coupon_whole_pack` refuses a part of it. The
  -- contents are a parameter, because a call in the statement would be planned again each time.
  v_contents := coupons_pack_contents(t.title, t.looks, t.rules);
  FOR v_coupon IN
    INSERT INTO member_coupon (member_id, id, template_id, source, source_ref, pack_seq, pack_size, pack_next,
                               bucket, snapshot, state, valid_from, valid_until, created_at)
    SELECT p_member, CASE WHEN c.seq = 1 THEN p_coupon ELSE md5(p_coupon || ':' || c.seq)::uuid END, p_template,
           p_source, p_ref, c.seq, t.pack_size, c.seq % t.pack_size + 1, v_bucket, c.snapshot, 'AVAILABLE', v_from, v_until, v_now
    FROM unnest(v_contents) WITH ORDINALITY AS c (snapshot, seq)
    RETURNING id
  LOOP
    PERFORM FROM coupons_record_event(p_member, v_coupon, NULL, 'granted', NULL, 'AVAILABLE',
                         CASE WHEN p_source IN ('claim', 'code', 'purchase') THEN 'member' ELSE 'system' END, p_now);
    PERFORM FROM ledger_report_late(p_member, v_coupon::text, p_now);
  END LOOP;
  RETURN 'granted';
EXCEPTION WHEN unique_violation THEN
  -- A concurrent request with the same reference was first; its coupon is valid, and the counts
  -- changed here are rolled back.
  GET STACKED DIAGNOSTICS v_broken = CONSTRAINT_NAME;
  IF NOT starts_with(v_broken, 'member_coupon_once') THEN RAISE; END IF;
  RETURN 'replay';
END $$;

-- Takes so many of a campaign's coupons from one bucket and returns the bucket, or null when no
-- bucket has them.
CREATE OR REPLACE FUNCTION coupons_take_stock(p_member uuid, p_template text, p_count integer)
RETURNS smallint LANGUAGE plpgsql AS $$
DECLARE
  v_start integer := hashtext(p_member::text) & 15;
  v_bucket smallint;
BEGIN
  FOR v_bucket IN SELECT s.bucket FROM campaign_stock s WHERE s.template_id = p_template
                  ORDER BY s.bucket < v_start, s.bucket LOOP
    UPDATE campaign_stock SET claimed = claimed + p_count
    WHERE template_id = p_template AND bucket = v_bucket AND (total IS NULL OR claimed + p_count <= total);
    IF FOUND THEN RETURN v_bucket; END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- Counts one claim of a member; false when the limits {perMember, perDay?} do not allow it. Days
-- are Shanghai's.
CREATE OR REPLACE FUNCTION coupons_count_claim(p_member uuid, p_template text, p_limits jsonb, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_day date := (v_now AT TIME ZONE 'UTC' + interval '8 hours')::date;
BEGIN
  INSERT INTO coupon_tally AS y (member_id, template_id, claimed, day, claimed_on_day)
  VALUES (p_member, p_template, 1, v_day, 1)
  ON CONFLICT (member_id, template_id) DO UPDATE
  SET claimed = y.claimed + 1, day = v_day,
      claimed_on_day = CASE WHEN y.day = v_day THEN y.claimed_on_day ELSE 0 END + 1
  WHERE y.claimed < (p_limits->>'perMember')::integer
    AND (y.day <> v_day OR y.claimed_on_day < coalesce((p_limits->>'perDay')::integer, y.claimed_on_day + 1));
  RETURN FOUND;
END $$;

-- Returns the validity of a coupon that is issued now. `claim` counts its days from now, `next_day`
-- from tomorrow; both end with a day in Shanghai, including its last millisecond.
CREATE OR REPLACE FUNCTION coupons_validity_period(
  p_member uuid, p_validity jsonb, p_now timestamptz, OUT starts timestamptz, OUT ends timestamptz
) LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_day timestamptz := (date_trunc('day', v_now AT TIME ZONE 'UTC' + interval '8 hours') - interval '8 hours')
                       AT TIME ZONE 'UTC';
  v_days integer := (p_validity->>'days')::integer;
BEGIN
  IF p_validity->>'mode' = 'fixed' THEN
    starts := (p_validity->>'from')::timestamptz;
    ends := (p_validity->>'until')::timestamptz;
  ELSE
    starts := CASE WHEN p_validity->>'mode' = 'claim' THEN v_now ELSE v_day + interval '1 day' END;
    ends := v_day + (v_days + CASE WHEN p_validity->>'mode' = 'claim' THEN 0 ELSE 1 END) * interval '1 day'
            - interval '1 millisecond';
  END IF;
END $$;
