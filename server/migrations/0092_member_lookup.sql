-- What operators need to find members and to note something about them (decision 0080).

-- The list, newest first; and the few members who are restricted, frozen, closing or closed.
CREATE INDEX member_newest ON member (created_at DESC, member_id DESC) WHERE status <> 'GUEST';
CREATE INDEX member_status_newest ON member (status, created_at DESC, member_id DESC)
  WHERE status NOT IN ('GUEST', 'ACTIVE');

-- Members with a debt of points, or with a frozen asset, are few.
CREATE INDEX ledger_account_debt ON ledger_account (member_id)
  WHERE asset = 'PTS' AND purpose = 'debt' AND balance > 0;
CREATE INDEX ledger_freeze_frozen ON ledger_freeze (member_id) WHERE is_frozen;

CREATE TABLE member_tag (
  member_id uuid NOT NULL,
  tag text NOT NULL CHECK (length(tag) BETWEEN 1 AND 12),
  actor_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, tag)
);
CREATE INDEX member_tag_members ON member_tag (tag, member_id);

CREATE TABLE member_note (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  note text NOT NULL CHECK (length(note) BETWEEN 2 AND 300),
  actor_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, id)
);
CREATE INDEX member_note_newest ON member_note (member_id, created_at DESC, id DESC);

GRANT SELECT, INSERT, DELETE ON member_tag TO yunjing_app;
GRANT SELECT, INSERT ON member_note TO yunjing_app;
