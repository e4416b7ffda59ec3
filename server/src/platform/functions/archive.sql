-- Removes history that a file holds: the event of each member and id at the same place of the two
-- lists; and records in event_archive whose history the file holds. Keeps three years, whatever the
-- caller says (E-Commerce Law of China, article 31). Returns how many events it removed.
CREATE OR REPLACE FUNCTION platform_archive_events(p_members uuid[], p_ids uuid[], p_archive uuid, p_now timestamptz)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_kept_from timestamptz := least(v_now, now()) - interval '3 years';
  v_removed integer;
BEGIN
  WITH removed AS (
    DELETE FROM event e USING unnest(p_members, p_ids) AS old (member_id, id)
     WHERE e.member_id = old.member_id AND e.id = old.id AND e.at <= v_kept_from
    RETURNING e.member_id, e.entity_id, e.entity, e.at
  ), recorded AS (
    INSERT INTO event_archive (member_id, entity_id, archive_id, entity, events, to_at, archived_at)
    SELECT r.member_id, r.entity_id, p_archive, r.entity, count(*), max(r.at), v_now
    FROM removed r GROUP BY r.member_id, r.entity_id, r.entity
  )
  SELECT count(*) INTO v_removed FROM removed;
  RETURN v_removed;
END $$;
REVOKE ALL ON FUNCTION platform_archive_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform_archive_events TO yunjing_app;
