-- What one issue of a campaign gives, and the trigger that refuses a pack issued in part.

-- Returns how many coupons one issue gives: those of a pack, else one.
CREATE OR REPLACE FUNCTION coupons_pack_size(p_rules jsonb) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_rules->>'type' = 'pack'
    THEN (SELECT coalesce(sum((part->>'count')::integer), 0)::integer FROM jsonb_array_elements(p_rules->'parts') AS part)
    ELSE 1 END
$$;

-- Returns what each coupon of one issue copies from its campaign, numbered from 1 in the order of
-- the pack's parts.
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

-- Refuses a statement that issues fewer or more coupons of a pack than it has. A merge of accounts
-- moves coupons singly, after they were issued.
CREATE OR REPLACE FUNCTION coupons_refuse_partial() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_template text;
BEGIN
  SELECT i.template_id INTO v_template
  FROM (SELECT template_id, count(*) AS coupons FROM issued WHERE NOT starts_with(source_ref, 'merge:')
        GROUP BY member_id, template_id, source, source_ref) i
  JOIN coupon_template t ON t.template_id = i.template_id
  WHERE i.coupons <> coupons_pack_size(t.rules) LIMIT 1;
  IF FOUND THEN
    RAISE check_violation USING MESSAGE = format('a pack of %s is issued in part', v_template),
      CONSTRAINT = 'member_coupon_whole_pack', TABLE = 'member_coupon';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER whole_pack AFTER INSERT ON member_coupon
REFERENCING NEW TABLE AS issued FOR EACH STATEMENT EXECUTE FUNCTION coupons_refuse_partial();
