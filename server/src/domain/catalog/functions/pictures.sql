-- Returns whether a picture exists. The caller's transaction is about to name it: until it ends the
-- picture is not removed.
CREATE OR REPLACE FUNCTION catalog_lock_picture(p_picture uuid)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM picture WHERE picture_id = p_picture FOR KEY SHARE;
  RETURN FOUND;
END $$;

-- Removes pictures made before an instant that no benefit, brand, category, draft or version names;
-- returns how many. Each is locked first and looked for afterwards, in a statement of its own: what
-- a save stored before the lock is seen then, and a save after it finds no picture. One that another
-- module's row names stays by its foreign key.
CREATE OR REPLACE FUNCTION catalog_remove_unused_pictures(p_before timestamptz, p_limit integer)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_picture uuid;
  -- How a draft or a version names the picture: as its own, or among its details.
  v_names jsonb[];
  v_removed integer := 0;
BEGIN
  FOR v_picture IN
    SELECT p.picture_id FROM picture p WHERE p.made_at < p_before
      AND NOT EXISTS (SELECT FROM benefit b WHERE b.picture_id = p.picture_id)
      AND NOT EXISTS (SELECT FROM brand b WHERE b.picture_id = p.picture_id)
      AND NOT EXISTS (SELECT FROM category c WHERE c.picture_id = p.picture_id)
      AND NOT EXISTS (SELECT FROM benefit_draft d WHERE d.body @> ANY (ARRAY[
        jsonb_build_object('pictureId', p.picture_id),
        jsonb_build_object('detail', jsonb_build_array(jsonb_build_object('pictureId', p.picture_id)))]))
      AND NOT EXISTS (SELECT FROM benefit_version v WHERE v.body @> ANY (ARRAY[
        jsonb_build_object('pictureId', p.picture_id),
        jsonb_build_object('detail', jsonb_build_array(jsonb_build_object('pictureId', p.picture_id)))]))
    ORDER BY p.made_at LIMIT p_limit FOR UPDATE OF p
  LOOP
    v_names := ARRAY[
      jsonb_build_object('pictureId', v_picture),
      jsonb_build_object('detail', jsonb_build_array(jsonb_build_object('pictureId', v_picture)))];
    CONTINUE WHEN EXISTS (SELECT FROM benefit_draft d WHERE d.body @> ANY (v_names))
      OR EXISTS (SELECT FROM benefit_version v WHERE v.body @> ANY (v_names));
    BEGIN
      DELETE FROM picture_size WHERE picture_id = v_picture;
      DELETE FROM picture WHERE picture_id = v_picture;
      v_removed := v_removed + 1;
    EXCEPTION WHEN foreign_key_violation THEN
      NULL;
    END;
  END LOOP;
  RETURN v_removed;
END $$;

REVOKE ALL ON FUNCTION catalog_lock_picture, catalog_remove_unused_pictures FROM PUBLIC;
GRANT EXECUTE ON FUNCTION catalog_lock_picture, catalog_remove_unused_pictures TO yunjing_app;
