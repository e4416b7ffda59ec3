-- Who a member is to WeChat: what it says of them, the states of logins that were used, and ways in that may go again.

-- The unionid is evidence that two openids are one person; it never decides who somebody is.
ALTER TABLE member_identity ADD COLUMN unionid text;
ALTER TABLE member_identity ADD COLUMN nickname text NOT NULL DEFAULT '';
ALTER TABLE member ADD COLUMN avatar_url text;

-- A state is written here when it is used, so that it is used once; before that it lives in its browser's cookie.
CREATE TABLE wechat_state (
  state_hash bytea PRIMARY KEY,
  used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX wechat_state_age ON wechat_state (expires_at);

GRANT SELECT, INSERT, DELETE ON wechat_state TO yunjing_app;
GRANT DELETE ON identity_claim, member_identity TO yunjing_app;
GRANT UPDATE (unionid, nickname) ON member_identity TO yunjing_app;
GRANT UPDATE (avatar_url) ON member TO yunjing_app;

-- One more act that a proof serves: changing the ways into the account.
ALTER TABLE step_up_proof DROP CONSTRAINT step_up_proof_purpose_check;
ALTER TABLE step_up_proof ADD CONSTRAINT step_up_proof_purpose_check
  CHECK (purpose IN ('pay', 'withdraw', 'pay_password', 'identity'));
