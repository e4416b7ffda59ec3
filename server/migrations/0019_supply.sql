-- Supplies: an order's item may be asked of several suppliers, one after the other, each attempt under its own number.

-- It took its arguments one by one; the one that takes an object stands beside it until it goes.
DROP FUNCTION IF EXISTS fulfilment_submit(uuid, uuid, uuid, text, text, jsonb, bytea, uuid, timestamptz);

-- `product` and `cost_fen` are those of the route taken, `routes` the ones that may be tried after a definite no.
ALTER TABLE supplier_order ADD COLUMN item_id uuid;
ALTER TABLE supplier_order ADD COLUMN attempt integer NOT NULL DEFAULT 1 CHECK (attempt BETWEEN 1 AND 20);
ALTER TABLE supplier_order ADD COLUMN product text NOT NULL DEFAULT 'meal';
ALTER TABLE supplier_order ADD COLUMN cost_fen integer NOT NULL DEFAULT 0 CHECK (cost_fen >= 0);
ALTER TABLE supplier_order ADD COLUMN routes jsonb NOT NULL DEFAULT '[]';

INSERT INTO supplier (supplier_id, name, adapter) VALUES
  ('topup', '话费与会员直充', 'topup'), ('cards', '卡券供应商', 'cards'), ('movie', '电影票供应商', 'movie'),
  ('own', '自有卡库', 'own')
ON CONFLICT (supplier_id) DO NOTHING;
