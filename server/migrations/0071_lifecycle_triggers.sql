-- The transitions of an order's refunds are declared in orders/lifecycle.ts; the table's trigger
-- refuses others.
DROP FUNCTION IF EXISTS orders_refund_moves();
