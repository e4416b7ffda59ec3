-- Collects the facts for a binding's risk check (risk/model.ts) in one round trip. Bindings
-- transferred to another inviter do not count. Every count stops at 60, so that a ring of ten
-- thousand costs no more than one of sixty. `p_devices` are the inviter's own; `p_anyone` is the
-- payer hash of a payment outside WeChat, which identifies no payer.
CREATE OR REPLACE FUNCTION invitations_risk_facts(
  p_member uuid, p_id uuid, p_devices bytea[], p_anyone bytea, p_now timestamptz
) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    WITH RECURSIVE bond AS (
      SELECT b.*, nullif(b.payer_hash, p_anyone) AS payer FROM invite_binding b WHERE member_id = p_member AND id = p_id
    ), siblings AS (
      -- The nearest in time first: for an inviter with many bindings only those close in time matter.
      SELECT o.* FROM bond b CROSS JOIN LATERAL (
        (SELECT x.ip_hash, x.agent_hash, x.phone_segment_hash, x.bound_at FROM invite_binding x
         WHERE x.inviter_id = b.inviter_id AND x.id <> b.id AND x.state <> 'MOVED'
           AND x.bound_at BETWEEN b.bound_at - interval '7 days' AND b.bound_at ORDER BY x.bound_at DESC LIMIT 60)
        UNION ALL
        (SELECT x.ip_hash, x.agent_hash, x.phone_segment_hash, x.bound_at FROM invite_binding x
         WHERE x.inviter_id = b.inviter_id AND x.id <> b.id AND x.state <> 'MOVED'
           AND x.bound_at > b.bound_at AND x.bound_at <= b.bound_at + interval '7 days' ORDER BY x.bound_at LIMIT 60)) o
    ), above AS (
      SELECT 1 AS hop, b.inviter_id AS who, b.bound_at, b.ip_hash, b.device_hash FROM bond b
      UNION ALL
      SELECT a.hop + 1, x.inviter_id, x.bound_at, x.ip_hash, x.device_hash
      FROM above a JOIN invite_binding x ON x.member_id = a.who AND x.state <> 'MOVED'
        AND x.bound_at BETWEEN a.bound_at - interval '12 hours' AND a.bound_at
      WHERE a.hop < 8
    ), below AS (
      SELECT 0 AS hop, b.member_id AS who, b.bound_at, b.ip_hash, b.device_hash FROM bond b
      UNION ALL
      SELECT d.hop + 1, x.member_id, x.bound_at, x.ip_hash, x.device_hash
      FROM below d CROSS JOIN LATERAL (
        SELECT c.member_id, c.bound_at, c.ip_hash, c.device_hash FROM invite_binding c
        WHERE c.inviter_id = d.who AND c.state <> 'MOVED'
          AND c.bound_at BETWEEN d.bound_at AND d.bound_at + interval '12 hours'
        ORDER BY c.bound_at LIMIT 2) x
      WHERE d.hop < 7
    )
    SELECT jsonb_build_object(
      'deviceOthers', (SELECT count(*) FROM (SELECT 1 FROM invite_binding x
        WHERE x.device_hash = b.device_hash AND x.id <> b.id AND x.state <> 'MOVED' LIMIT 60) n),
      'isInvitersDevice', coalesce(b.device_hash = ANY (p_devices), false),
      'addressOthers', (SELECT count(*) FROM siblings s WHERE s.ip_hash = b.ip_hash),
      'addressInviters', (SELECT count(DISTINCT n.inviter_id) FROM (SELECT x.inviter_id FROM invite_binding x
        WHERE x.ip_hash = b.ip_hash AND x.bound_at BETWEEN b.bound_at - interval '7 days' AND b.bound_at + interval '7 days'
        ORDER BY x.bound_at DESC LIMIT 200) n),
      'agentOthers', (SELECT count(*) FROM siblings s WHERE s.agent_hash = b.agent_hash AND s.ip_hash = b.ip_hash
        AND s.bound_at BETWEEN b.bound_at - interval '1 day' AND b.bound_at + interval '1 day'),
      'segmentOthers', (SELECT count(*) FROM siblings s WHERE s.phone_segment_hash = b.phone_segment_hash),
      'payerOthers', (SELECT count(*) FROM (SELECT 1 FROM invite_binding x
        WHERE x.payer_hash = b.payer AND x.id <> b.id AND x.state <> 'MOVED' LIMIT 60) n),
      'isInvitersPayer', EXISTS (SELECT 1 FROM payment_attempt p
        WHERE p.member_id = b.inviter_id AND p.payer_hash = b.payer AND p.state = 'SUCCESS'),
      'accountOthers', (SELECT count(*) FROM (SELECT 1 FROM invite_binding x
        WHERE x.account_hash = b.account_hash AND x.id <> b.id AND x.state <> 'MOVED' LIMIT 60) n),
      'hourOthers', (SELECT count(*) FROM siblings s
        WHERE s.bound_at BETWEEN b.bound_at - interval '30 minutes' AND b.bound_at + interval '30 minutes'),
      'dayOthers', (SELECT count(*) FROM siblings s
        WHERE s.bound_at BETWEEN b.bound_at - interval '12 hours' AND b.bound_at + interval '12 hours'),
      'visitMs', b.visit_ms,
      'chain', 1 + (SELECT max(hop) FROM above) + (SELECT max(hop) FROM below),
      'chainShared', (SELECT count(*) FROM (SELECT ip_hash, device_hash FROM above WHERE hop > 1
        UNION ALL SELECT ip_hash, device_hash FROM below WHERE hop > 0) c
        WHERE c.ip_hash = b.ip_hash OR c.device_hash = b.device_hash))
    FROM bond b
  );
END $$;
