-- How many orders a partner has reported, so that the list of partners does not count them (decision 0227).

-- Reports that first came before `until`; those since are counted by the index, and so are the unmatched ones.
CREATE TABLE partner_count (
  partner_id text PRIMARY KEY,
  until timestamptz NOT NULL DEFAULT '2000-01-01',
  reports bigint NOT NULL DEFAULT 0 CHECK (reports >= 0)
);
GRANT SELECT, INSERT, UPDATE (until, reports) ON partner_count TO yunjing_app;

CREATE INDEX partner_report_first ON partner_report (partner_id, first_heard_at);
CREATE INDEX partner_report_unmatched ON partner_report (partner_id) WHERE member_id IS NULL;
