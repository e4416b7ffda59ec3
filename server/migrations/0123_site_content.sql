-- What the company says about itself: help articles, and contacts with the lines that the law
-- demands. One row each; without a row the built-in texts and the settings hold.
CREATE TABLE site_content (
  name text PRIMARY KEY,
  version integer NOT NULL CHECK (version > 0),
  body jsonb NOT NULL,
  saved_by text NOT NULL,
  saved_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE (version, body, saved_by, saved_at) ON site_content TO yunjing_app;
