-- Invoices of orders: the member's request, the issued invoice, and its reversal after a refund (decision 0107).

-- A row belongs to the order's owner. Our numbers at the issuer follow from the id, so they are
-- created once. Title, tax number and e-mail are sealed.
CREATE TABLE invoice (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  -- Whom the messages go to: the owner, or the member that the owner was merged into.
  requester_id uuid NOT NULL,
  title_type text NOT NULL CHECK (title_type IN ('person', 'company')),
  buyer_sealed bytea NOT NULL,
  email_sealed bytea,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  state text NOT NULL DEFAULT 'REQUESTED' CHECK (state IN (
    'REQUESTED', 'ISSUING', 'ISSUED', 'FAILED', 'REJECTED', 'CANCELLED', 'REVERSING', 'REVERSED')),
  -- The invoice that this one replaces for the rest of its amount.
  replaces uuid,
  -- Why it was rejected or not issued, for the member; and the issuer's last refusal of a reversal.
  reason text,
  fault text,
  decided_by uuid,
  polls integer NOT NULL DEFAULT 0 CHECK (polls >= 0),
  next_poll_at timestamptz,
  official_no text,
  red_no text,
  file_sha256 bytea CHECK (length(file_sha256) = 32),
  requested_at timestamptz NOT NULL,
  issued_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (member_id, id),
  FOREIGN KEY (member_id, order_id) REFERENCES orders (member_id, id),
  CONSTRAINT invoice_polled CHECK ((next_poll_at IS NOT NULL) = (state IN ('ISSUING', 'REVERSING'))),
  CONSTRAINT invoice_issued CHECK (
    (issued_at IS NOT NULL) = (state IN ('ISSUED', 'REVERSING', 'REVERSED'))
    AND (issued_at IS NULL) = (official_no IS NULL) AND (issued_at IS NULL) = (file_sha256 IS NULL)),
  CONSTRAINT invoice_reversed CHECK ((red_no IS NOT NULL) = (state = 'REVERSED')),
  CONSTRAINT invoice_ended CHECK (
    (ended_at IS NOT NULL) = (state IN ('FAILED', 'REJECTED', 'CANCELLED', 'REVERSED')))
);
-- An order has one invoice at a time.
CREATE UNIQUE INDEX invoice_once ON invoice (member_id, order_id)
  WHERE state IN ('REQUESTED', 'ISSUING', 'ISSUED', 'REVERSING');
CREATE INDEX invoice_of_order ON invoice (member_id, order_id, requested_at);
CREATE INDEX invoice_id ON invoice (id);
CREATE INDEX invoice_due ON invoice (next_poll_at) WHERE next_poll_at IS NOT NULL;
CREATE INDEX invoice_newest ON invoice (state, requested_at, id);
CREATE INDEX invoice_official ON invoice (official_no) WHERE official_no IS NOT NULL;

GRANT SELECT, INSERT, UPDATE (state, email_sealed, amount_fen, reason, fault, decided_by, polls, next_poll_at,
  official_no, red_no, file_sha256, issued_at, ended_at) ON invoice TO yunjing_app;

-- Who reviews withdrawals issues invoices.
INSERT INTO role_permission (role_id, permission)
SELECT role_id, 'invoices:handle' FROM role_permission WHERE permission = 'withdrawals:review'
ON CONFLICT DO NOTHING;
UPDATE role SET version = version + 1
WHERE role_id IN (SELECT role_id FROM role_permission WHERE permission = 'invoices:handle');
UPDATE member m SET permissions = ARRAY(
  SELECT DISTINCT x FROM unnest(m.permissions || ARRAY['invoices:handle']) x ORDER BY x)
FROM operator o
WHERE o.member_id = m.member_id AND o.disabled_at IS NULL AND EXISTS (
  SELECT FROM operator_role r JOIN role_permission p USING (role_id)
  WHERE r.member_id = m.member_id AND p.permission = 'invoices:handle');
