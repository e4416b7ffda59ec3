-- Returns what each coupon of one issue copies from its campaign, numbered from 1 in the order of
-- the pack's parts; one row for a campaign of a single coupon.
CREATE OR REPLACE FUNCTION coupons_pack_contents(p_title text, p_looks jsonb, p_rules jsonb)
RETURNS TABLE (seq smallint, snapshot jsonb) LANGUAGE sql IMMUTABLE AS $$
  SELECT 1::smallint, jsonb_build_object('title', p_title, 'looks', p_looks, 'rules', p_rules)
  WHERE p_rules->>'type' <> 'pack'
  UNION ALL
  SELECT row_number() OVER (ORDER BY x.place, n)::smallint,
         jsonb_build_object('title', x.part->'title', 'looks', x.part->'looks', 'rules', x.part->'rules')
  FROM jsonb_array_elements(CASE WHEN p_rules->>'type' = 'pack' THEN p_rules->'parts' ELSE '[]' END)
    WITH ORDINALITY AS x(part, place)
  CROSS JOIN generate_series(1, (x.part->>'count')::integer) AS n
$$;
