-- Small functions shared by the SQL functions of orders.

-- Raises a business refusal, which undoes the whole statement.
CREATE OR REPLACE FUNCTION orders_refuse(p_member uuid, p_code text, p_data jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'orders: %', p_code USING ERRCODE = 'YJ010',
    DETAIL = jsonb_strip_nulls(jsonb_build_object('code', p_code, 'data', p_data))::text;
END $$;

-- Milliseconds since 1970.
CREATE OR REPLACE FUNCTION orders_ms(p_at timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT floor(date_part('epoch', p_at) * 1000)::bigint
$$;

-- Returns the limits to count for an order's items: [{benefitId, quantity, perOrder?, …}].
CREATE OR REPLACE FUNCTION orders_limits(p_items jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_agg(coalesce(i->'limits', '{}')
                   || jsonb_build_object('benefitId', i->'benefitId', 'quantity', i->'quantity'))
  FROM jsonb_array_elements(p_items) AS i
$$;
