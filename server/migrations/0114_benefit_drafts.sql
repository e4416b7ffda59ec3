-- A draft of a benefit lies beside what members see, and each publication of one is a version.

-- Never changed once written. A publication is complete: it has a name and SKUs with prices, and a
-- second person agreed to a price below cost.
CREATE TABLE benefit_version (
  benefit_id text NOT NULL REFERENCES benefit (benefit_id),
  version integer NOT NULL CHECK (version > 0),
  body jsonb NOT NULL,
  reason text NOT NULL,
  published_by text NOT NULL,
  approved_by text CHECK (approved_by <> published_by),
  published_at timestamptz NOT NULL,
  PRIMARY KEY (benefit_id, version),
  CONSTRAINT benefit_version_complete CHECK (
    jsonb_path_exists(body, '$ ? (@.title != "" && exists(@.skus[*]))')
    AND NOT jsonb_path_exists(body, '$.skus[*] ? (!exists(@.price.priceFen) || !exists(@.price.costFen))')),
  CONSTRAINT benefit_version_loss CHECK (
    approved_by IS NOT NULL
    OR NOT jsonb_path_exists(body, '$.skus[*].price ? (@.priceFen < @.costFen || @.levels.* < @.costFen)'))
);

-- `version` counts the changes of the draft and goes on after a publication, so that an editor who
-- opened it before is refused. A draft that is not open is past: members see newer rows.
CREATE TABLE benefit_draft (
  benefit_id text PRIMARY KEY REFERENCES benefit (benefit_id),
  version integer NOT NULL CHECK (version > 0),
  body jsonb NOT NULL CHECK (jsonb_typeof(body) = 'object'),
  is_open boolean NOT NULL DEFAULT true,
  saved_by text NOT NULL,
  saved_at timestamptz NOT NULL
);

ALTER TABLE benefit
  -- The last publication of a draft; null for what was never published from one.
  ADD COLUMN version integer,
  ADD CONSTRAINT benefit_version_published FOREIGN KEY (benefit_id, version)
    REFERENCES benefit_version (benefit_id, version),
  ADD CONSTRAINT benefit_sale_window CHECK (sale_from < sale_to) NOT VALID;

GRANT SELECT, INSERT, UPDATE (version, body, is_open, saved_by, saved_at) ON benefit_draft TO yunjing_app;
GRANT SELECT, INSERT ON benefit_version TO yunjing_app;
GRANT UPDATE (product) ON sku_route TO yunjing_app;
