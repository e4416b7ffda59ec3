-- Collects the facts for a binding's risk check (risk/model.ts) in one round trip. Bindings
-- transferred to another inviter do not count. Every count stops at 60, so that a ring of ten
-- thousand costs no more than one of sixty. `p_devices` are the inviter's own; `p_anyone` is the
-- payer hash of a payment outside WeChat, which identifies no payer.
CREATE OR REPLACE FUNCTION invitations_risk_facts(
  p_member uuid, p_id uuid, p_devices bytea[], p_anyone bytea, p_now timestamptz
) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_is invite_binding;
  v_payer bytea;
  v_devices bigint;
  v_inviters bigint;
  v_payers bigint;
  v_accounts bigint;
  v_near record;
  v_who uuid[];
  v_at timestamptz[];
  v_next_who uuid[];
  v_next_at timestamptz[];
  v_found record;
  v_above integer := 1;
  v_below integer := 0;
  v_shared integer := 0;
BEGIN
  SELECT * INTO v_is FROM invite_binding WHERE member_id = p_member AND id = p_id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  v_payer := nullif(v_is.payer_hash, p_anyone);
  SELECT count(*) INTO v_devices FROM (SELECT 1 FROM invite_binding x
    WHERE x.device_hash = v_is.device_hash AND x.id <> v_is.id AND x.state <> 'MOVED' LIMIT 60) n;
  SELECT count(DISTINCT n.inviter_id) INTO v_inviters FROM (SELECT x.inviter_id FROM invite_binding x
    WHERE x.ip_hash = v_is.ip_hash
      AND x.bound_at BETWEEN v_is.bound_at - interval '7 days' AND v_is.bound_at + interval '7 days'
    ORDER BY x.bound_at DESC LIMIT 200) n;
  SELECT count(*) INTO v_payers FROM (SELECT 1 FROM invite_binding x
    WHERE x.payer_hash = v_payer AND x.id <> v_is.id AND x.state <> 'MOVED' LIMIT 60) n;
  SELECT count(*) INTO v_accounts FROM (SELECT 1 FROM invite_binding x
    WHERE x.account_hash = v_is.account_hash AND x.id <> v_is.id AND x.state <> 'MOVED' LIMIT 60) n;

  -- The nearest in time first: for an inviter with many bindings only those close in time matter.
  SELECT count(*) FILTER (WHERE o.ip_hash = v_is.ip_hash) AS address,
         count(*) FILTER (WHERE o.agent_hash = v_is.agent_hash AND o.ip_hash = v_is.ip_hash
           AND o.bound_at BETWEEN v_is.bound_at - interval '1 day' AND v_is.bound_at + interval '1 day') AS agent,
         count(*) FILTER (WHERE o.phone_segment_hash = v_is.phone_segment_hash) AS segment,
         count(*) FILTER (WHERE o.bound_at BETWEEN v_is.bound_at - interval '30 minutes'
           AND v_is.bound_at + interval '30 minutes') AS hour,
         count(*) FILTER (WHERE o.bound_at BETWEEN v_is.bound_at - interval '12 hours'
           AND v_is.bound_at + interval '12 hours') AS day
  INTO v_near FROM (
    (SELECT x.ip_hash, x.agent_hash, x.phone_segment_hash, x.bound_at FROM invite_binding x
     WHERE x.inviter_id = v_is.inviter_id AND x.id <> v_is.id AND x.state <> 'MOVED'
       AND x.bound_at BETWEEN v_is.bound_at - interval '7 days' AND v_is.bound_at ORDER BY x.bound_at DESC LIMIT 60)
    UNION ALL
    (SELECT x.ip_hash, x.agent_hash, x.phone_segment_hash, x.bound_at FROM invite_binding x
     WHERE x.inviter_id = v_is.inviter_id AND x.id <> v_is.id AND x.state <> 'MOVED'
       AND x.bound_at > v_is.bound_at AND x.bound_at <= v_is.bound_at + interval '7 days'
     ORDER BY x.bound_at LIMIT 60)) o;

  -- The chain by hops, not by a recursive query: a cluster runs that on one member only.
  v_who := ARRAY[v_is.inviter_id];
  v_at := ARRAY[v_is.bound_at];
  FOR v_hop IN 2..8 LOOP
    v_next_who := '{}';
    v_next_at := '{}';
    FOR v_n IN 1..cardinality(v_who) LOOP
      FOR v_found IN
        SELECT x.inviter_id, x.bound_at, x.ip_hash, x.device_hash FROM invite_binding x
        WHERE x.member_id = v_who[v_n] AND x.state <> 'MOVED'
          AND x.bound_at BETWEEN v_at[v_n] - interval '12 hours' AND v_at[v_n]
      LOOP
        v_above := v_hop;
        v_next_who := v_next_who || v_found.inviter_id;
        v_next_at := v_next_at || v_found.bound_at;
        IF v_found.ip_hash = v_is.ip_hash OR v_found.device_hash = v_is.device_hash THEN v_shared := v_shared + 1; END IF;
      END LOOP;
    END LOOP;
    v_who := v_next_who;
    v_at := v_next_at;
  END LOOP;
  v_who := ARRAY[p_member];
  v_at := ARRAY[v_is.bound_at];
  FOR v_hop IN 1..7 LOOP
    v_next_who := '{}';
    v_next_at := '{}';
    FOR v_n IN 1..cardinality(v_who) LOOP
      FOR v_found IN
        SELECT x.member_id, x.bound_at, x.ip_hash, x.device_hash FROM invite_binding x
        WHERE x.inviter_id = v_who[v_n] AND x.state <> 'MOVED'
          AND x.bound_at BETWEEN v_at[v_n] AND v_at[v_n] + interval '12 hours'
        ORDER BY x.bound_at LIMIT 2
      LOOP
        v_below := v_hop;
        v_next_who := v_next_who || v_found.member_id;
        v_next_at := v_next_at || v_found.bound_at;
        IF v_found.ip_hash = v_is.ip_hash OR v_found.device_hash = v_is.device_hash THEN v_shared := v_shared + 1; END IF;
      END LOOP;
    END LOOP;
    v_who := v_next_who;
    v_at := v_next_at;
  END LOOP;

  RETURN jsonb_build_object(
    'deviceOthers', v_devices,
    'isInvitersDevice', coalesce(v_is.device_hash = ANY (p_devices), false),
    'addressOthers', v_near.address,
    'addressInviters', v_inviters,
    'agentOthers', v_near.agent,
    'segmentOthers', v_near.segment,
    'payerOthers', v_payers,
    'isInvitersPayer', EXISTS (SELECT 1 FROM payment_attempt p
      WHERE p.member_id = v_is.inviter_id AND p.payer_hash = v_payer AND p.state = 'SUCCESS'),
    'accountOthers', v_accounts,
    'hourOthers', v_near.hour,
    'dayOthers', v_near.day,
    'visitMs', v_is.visit_ms,
    'chain', 1 + v_above + v_below,
    'chainShared', v_shared);
END $$;
