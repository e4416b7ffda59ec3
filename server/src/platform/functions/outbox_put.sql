-- Inserts one message into the outbox, in the transaction of the change it reports. The queue
-- (`lane`) follows the aggregate.
CREATE OR REPLACE FUNCTION platform_outbox_insert(
  p_member uuid, p_id uuid, p_aggregate uuid, p_topic text, p_payload jsonb, p_sealed bytea,
  p_due timestamptz, p_now timestamptz
) RETURNS void LANGUAGE sql AS $$
  INSERT INTO outbox (member_id, id, aggregate_id, lane, topic, payload, sealed, due_at, created_at)
  VALUES (p_member, p_id, p_aggregate, (hashtext(p_aggregate::text) & 15)::smallint, p_topic, p_payload, p_sealed,
          coalesce(p_due, p_now, now()), coalesce(p_now, now()))
$$;

-- Writes one row of an entity's history.
CREATE OR REPLACE FUNCTION platform_event_insert(
  p_member uuid, p_id uuid, p_entity text, p_entity_id uuid, p_name text, p_from text, p_to text,
  p_actor_kind text, p_actor text, p_reason text, p_request text, p_data jsonb, p_now timestamptz
) RETURNS void LANGUAGE sql AS $$
  INSERT INTO event (member_id, id, entity, entity_id, name, from_state, to_state, actor_kind, actor_id, reason,
                     request_id, data, at)
  VALUES (p_member, p_id, p_entity, p_entity_id, p_name, p_from, p_to, p_actor_kind, p_actor, p_reason,
          p_request, coalesce(p_data, '{}'), coalesce(p_now, now()))
$$;
