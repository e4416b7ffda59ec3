-- Returns what each coupon of one issue copies from its campaign, in the order of the pack's parts; one
-- for a campaign of a single coupon.
CREATE OR REPLACE FUNCTION coupons_pack_contents(p_title text, p_looks jsonb, p_rules jsonb)
RETURNS jsonb[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_rules->>'type' IS DISTINCT FROM 'pack' THEN
    RETURN ARRAY[jsonb_build_object('title', p_title, 'looks', p_looks, 'rules', p_rules)];
  END IF;
  RETURN ARRAY(
    SELECT jsonb_build_object('title', x.part->'title', 'looks', x.part->'looks', 'rules', x.part->'rules')
    FROM jsonb_array_elements(p_rules->'parts') WITH ORDINALITY AS x(part, place)
    CROSS JOIN generate_series(1, (x.part->>'count')::integer) AS n
    ORDER BY x.place, n);
END $$;
