-- What WeChat gave us for a while, shared by all processes: its access token and its ticket for pages, each sealed.
-- `lease_until` in the future with a holder: that one is fetching; without a holder: fetching has just failed.

CREATE TABLE wechat_credential (
  name text PRIMARY KEY,
  sealed bytea,
  fetched_by uuid,
  expires_at timestamptz,
  renew_at timestamptz,
  is_refused boolean NOT NULL DEFAULT false,
  lease_holder uuid,
  lease_until timestamptz NOT NULL,
  CHECK ((sealed IS NULL) = (expires_at IS NULL) AND (sealed IS NULL) = (renew_at IS NULL))
);

GRANT SELECT, INSERT ON wechat_credential TO yunjing_app;
GRANT UPDATE (sealed, fetched_by, expires_at, renew_at, is_refused, lease_holder, lease_until)
  ON wechat_credential TO yunjing_app;
