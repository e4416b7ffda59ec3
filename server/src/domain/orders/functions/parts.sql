-- Small functions shared by the SQL functions of orders.

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
