-- Members, their phones as claims, login challenges, sessions and rotating refresh tokens.

CREATE TABLE member (
  member_id uuid PRIMARY KEY,
  member_no text NOT NULL,
  status text NOT NULL CHECK (status IN ('GUEST', 'ACTIVE', 'RESTRICTED', 'FROZEN', 'CANCELLING', 'CANCELLED')),
  nickname text NOT NULL DEFAULT '',
  phone_sealed bytea,
  phone_hash bytea,
  phone_mask text NOT NULL DEFAULT '',
  grade smallint NOT NULL DEFAULT 1,
  growth bigint NOT NULL DEFAULT 0 CHECK (growth >= 0),
  session_version integer NOT NULL DEFAULT 1,
  roles text[] NOT NULL DEFAULT '{}',
  permissions text[] NOT NULL DEFAULT '{}',
  terms_version text NOT NULL DEFAULT '',
  terms_at timestamptz,
  claimed_by uuid,
  reg_channel text NOT NULL DEFAULT 'web',
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz
);

-- Values unique over all members, each in its own table keyed by the value (growth.md, rule 2).
CREATE TABLE phone_claim (phone_hash bytea PRIMARY KEY, member_id uuid NOT NULL, created_at timestamptz NOT NULL);
CREATE TABLE member_no_claim (member_no text PRIMARY KEY, member_id uuid NOT NULL);

CREATE TABLE sms_challenge (
  challenge_id text PRIMARY KEY,
  phone_hash bytea NOT NULL,
  scene text NOT NULL,
  code_mac bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX sms_challenge_phone ON sms_challenge (phone_hash, created_at DESC);

-- One login on one device; its refresh tokens are one family.
CREATE TABLE member_session (
  member_id uuid NOT NULL REFERENCES member (member_id),
  session_id uuid NOT NULL,
  device text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  revoked_at timestamptz,
  revoked_why text,
  PRIMARY KEY (member_id, session_id)
);
CREATE TABLE refresh_token (
  token_hash bytea PRIMARY KEY,
  member_id uuid NOT NULL,
  session_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  rotated_at timestamptz,
  successor_sealed bytea,
  created_at timestamptz NOT NULL
);
CREATE INDEX refresh_token_session ON refresh_token (member_id, session_id);
CREATE INDEX refresh_token_age ON refresh_token (expires_at);

CREATE TABLE consent (
  member_id uuid NOT NULL,
  kind text NOT NULL,
  version text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (member_id, kind, version)
);

GRANT SELECT, INSERT ON member, phone_claim, member_no_claim, consent TO yunjing_app;
GRANT UPDATE (status, nickname, phone_sealed, phone_hash, phone_mask, grade, growth, session_version, roles, permissions,
  terms_version, terms_at, claimed_by, last_seen_at) ON member TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (tries, used_at), DELETE ON sms_challenge TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (revoked_at, revoked_why, device) ON member_session TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (rotated_at, successor_sealed), DELETE ON refresh_token TO yunjing_app;
