-- Refuses: raises SQLSTATE YJ010 with `p_code` and `p_data` in DETAIL, which rolls back the
-- caller's statement. `raisedRefusal` (platform/database/failure.ts) turns it into a Refusal. Null
-- fields of `p_data` are dropped.
CREATE OR REPLACE FUNCTION platform_refuse(p_code text, p_data jsonb DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refused: %', p_code USING ERRCODE = 'YJ010',
    DETAIL = jsonb_strip_nulls(jsonb_build_object('code', p_code, 'data', p_data))::text;
END $$;
