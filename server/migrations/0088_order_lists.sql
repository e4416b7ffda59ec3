-- Indexes of the operators' order list and of the search: each serves a page newest first, over all members. The
-- expression is the display state of server/src/domain/orders/display.ts; a query uses the same text.

CREATE INDEX orders_newest ON orders (created_at DESC, id DESC);
CREATE INDEX orders_kind_newest ON orders (kind, created_at DESC, id DESC);
CREATE INDEX orders_display_newest ON orders ((CASE
  WHEN order_state = 'CLOSED' AND closed_reason = 'returned' THEN 'returned'
  WHEN refund_state IN ('APPLIED', 'APPROVED', 'PROCESSING', 'ABNORMAL') THEN 'refunding'
  WHEN pay_state = 'REFUNDED' THEN 'refunded'
  WHEN pay_state = 'PART_REFUNDED' THEN 'part_refunded'
  WHEN order_state = 'WAIT_PAY' THEN 'wait_pay'
  WHEN order_state = 'CANCELLED' THEN 'cancelled'
  WHEN order_state = 'CLOSED' THEN 'closed'
  WHEN order_state = 'DONE' THEN 'done'
  WHEN fulfil_state = 'MANUAL' THEN 'manual'
  WHEN fulfil_state = 'DONE' THEN 'ready'
  ELSE 'issuing' END), created_at DESC, id DESC);

-- The mask shows the last four digits of a contact phone; a guest's order is found by them.
CREATE INDEX orders_contact_last4 ON orders (right(contact_mask, 4), created_at DESC) WHERE contact_mask IS NOT NULL;
CREATE INDEX supplier_order_supplier_no ON supplier_order (supplier_no) WHERE supplier_no IS NOT NULL;
CREATE INDEX code_last4 ON code (last4, created_at DESC);
