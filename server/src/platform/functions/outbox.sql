-- Inserts one message into the outbox, in the transaction of the change it reports. The queue
-- (`lane`) follows the aggregate.
CREATE OR REPLACE FUNCTION platform_outbox_insert(
  p_member uuid, p_id uuid, p_aggregate uuid, p_topic text, p_payload jsonb, p_sealed bytea,
  p_due timestamptz, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  INSERT INTO outbox (member_id, id, aggregate_id, lane, topic, payload, sealed, due_at, created_at)
  VALUES (p_member, p_id, p_aggregate, (hashtext(p_aggregate::text) & 15)::smallint, p_topic, p_payload, p_sealed,
          coalesce(p_due, v_now), v_now);
END $$;

-- Writes one row of an entity's history: what changed, and who changed it and why.
CREATE OR REPLACE FUNCTION platform_event_insert(
  p_member uuid, p_id uuid, p_entity text, p_entity_id uuid, p_change platform_event_change,
  p_by platform_event_actor, p_data jsonb, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  INSERT INTO event (member_id, id, entity, entity_id, name, from_state, to_state, actor_kind, actor_id, reason,
                     request_id, data, at)
  VALUES (p_member, p_id, p_entity, p_entity_id, (p_change).name, (p_change).from_state, (p_change).to_state,
          (p_by).kind, (p_by).id, (p_by).reason, (p_by).request_id, coalesce(p_data, '{}'), v_now);
END $$;

-- Writes the history row of one change of state of a lifecycle; nothing when the state stays. `p_by`
-- is the kind of the actor and its id, as `operator:<id>`. The same change at the same instant is
-- written once.
CREATE OR REPLACE FUNCTION platform_state_change_insert(
  p_member uuid, p_entity text, p_entity_id uuid, p_name text, p_from text, p_to text, p_by text, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  IF p_from = p_to THEN RETURN; END IF;
  INSERT INTO event (member_id, id, entity, entity_id, name, from_state, to_state, actor_kind, actor_id, at)
  VALUES (p_member, md5(concat_ws(':', p_entity, p_entity_id, p_name, p_from, p_to, v_now))::uuid, p_entity,
          p_entity_id, p_name, p_from, p_to, split_part(p_by, ':', 1), nullif(split_part(p_by, ':', 2), ''), v_now)
  ON CONFLICT (member_id, id) DO NOTHING;
END $$;
