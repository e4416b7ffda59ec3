-- The books of members that ended in another: what is posted there later is carried over at once (decision 0060).

CREATE TABLE ledger_closed (
  member_id uuid PRIMARY KEY,
  closed_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON ledger_closed TO yunjing_app;

INSERT INTO ledger_closed (member_id, closed_at) SELECT member_id, created_at FROM member_merge;
