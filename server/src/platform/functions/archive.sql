-- Removes history that a file holds: the event of each member and id at the same place of the two
-- lists. Keeps three years, whatever the caller says (E-Commerce Law of China, article 31). Returns
-- how many it removed.
CREATE OR REPLACE FUNCTION platform_archive_events(p_members uuid[], p_ids uuid[])
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_kept_from timestamptz := now() - interval '3 years';
  v_removed integer;
BEGIN
  DELETE FROM event e USING unnest(p_members, p_ids) AS old (member_id, id)
   WHERE e.member_id = old.member_id AND e.id = old.id AND e.at <= v_kept_from;
  GET DIAGNOSTICS v_removed = ROW_COUNT;
  RETURN v_removed;
END $$;
REVOKE ALL ON FUNCTION platform_archive_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform_archive_events TO yunjing_app;
