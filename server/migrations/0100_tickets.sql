-- Service tickets: what a member asks, the answers of operators, and operators' prepared answers (decision 0082).

-- One question of a member. `due_at` is when an operator must have answered; null while nobody waits for an answer.
CREATE TABLE ticket (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'taken', 'answered', 'closed')),
  topic text NOT NULL CHECK (topic IN ('order', 'refund', 'code', 'money', 'account', 'other')),
  -- The order it is about, and its title when the ticket was opened.
  order_no text,
  order_title text,
  -- Opened with the receipt of an exchange code.
  is_from_receipt boolean NOT NULL DEFAULT false,
  sms_wanted boolean NOT NULL,
  entries integer NOT NULL DEFAULT 0 CHECK (entries >= 0),
  -- The operator who has it, or the role it was handed to.
  assignee_id uuid,
  role text CHECK (length(role) BETWEEN 1 AND 32),
  opened_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  due_at timestamptz,
  closed_at timestamptz,
  closed_by text CHECK (closed_by IN ('member', 'operator', 'system')),
  result text,
  PRIMARY KEY (member_id, id),
  CONSTRAINT ticket_order CHECK ((order_no IS NULL) = (order_title IS NULL)),
  CONSTRAINT ticket_taken CHECK (state <> 'taken' OR assignee_id IS NOT NULL),
  CONSTRAINT ticket_waits CHECK ((due_at IS NOT NULL) = (state IN ('open', 'taken'))),
  CONSTRAINT ticket_closed CHECK ((state = 'closed') = (closed_at IS NOT NULL) AND (closed_at IS NULL) = (closed_by IS NULL))
);
CREATE INDEX ticket_of_member ON ticket (member_id, updated_at DESC, id DESC);
CREATE INDEX ticket_id ON ticket (id);
CREATE INDEX ticket_waiting ON ticket (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX ticket_newest ON ticket (updated_at DESC, id DESC);
CREATE INDEX ticket_assigned ON ticket (assignee_id, updated_at DESC, id DESC) WHERE assignee_id IS NOT NULL;

-- What was written, in order. The text is empty after the account was closed.
CREATE TABLE ticket_entry (
  member_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  seq integer NOT NULL CHECK (seq >= 1),
  author text NOT NULL CHECK (author IN ('member', 'operator')),
  author_id uuid NOT NULL,
  text text NOT NULL CHECK (length(text) <= 500),
  files uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(files) <= 6),
  at timestamptz NOT NULL,
  PRIMARY KEY (member_id, ticket_id, seq),
  FOREIGN KEY (member_id, ticket_id) REFERENCES ticket (member_id, id)
);

-- Prepared answers that operators choose and change before they send them.
CREATE TABLE ticket_answer (
  answer_id text PRIMARY KEY,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 30),
  text text NOT NULL CHECK (length(text) BETWEEN 2 AND 500),
  is_on boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  changed_by uuid,
  changed_at timestamptz NOT NULL
);
INSERT INTO ticket_answer (answer_id, title, text, changed_at) VALUES
  ('received', '已收到，正在核实', '你好，问题已收到，正在核实，结果会在这里和消息里告诉你，请稍候。', now()),
  ('resent', '取货凭证已补发', '你好，取货凭证已补发，请在订单详情里查看；如仍看不到，请继续在这里留言。', now()),
  ('refunded', '已为你退款', '你好，已为你办理退款，将按原支付方式退回，到账时间以支付渠道为准。', now()),
  ('need_picture', '请补充图片', '你好，为了更快核实，请补充一张能看清问题的图片，例如门店的提示或取货页面。', now()),
  ('code_used', '兑换码已使用', '你好，经核实，这个兑换码已经使用过，不能再次兑换；使用时间和订单可在兑换记录中查看。', now());

GRANT SELECT, INSERT,
  UPDATE (state, sms_wanted, entries, assignee_id, role, updated_at, due_at, closed_at, closed_by, result) ON ticket
  TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (text, files) ON ticket_entry TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (title, text, is_on, version, changed_by, changed_at) ON ticket_answer TO yunjing_app;

-- Pictures that a member adds to a ticket.
ALTER TABLE file DROP CONSTRAINT file_purpose_check;
ALTER TABLE file ADD CONSTRAINT file_purpose_check CHECK (purpose IN ('avatar', 'refund', 'ticket'));
