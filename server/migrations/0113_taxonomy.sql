-- Operators name what is sold. `version` counts the changes of a row, so that of two editors the
-- second is refused; a hidden row stays, because benefits and orders name it.

ALTER TABLE brand
  ADD COLUMN is_on boolean NOT NULL DEFAULT true,
  ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version > 0);
ALTER TABLE category
  ADD COLUMN aliases text[] NOT NULL DEFAULT '{}',
  ADD COLUMN is_on boolean NOT NULL DEFAULT true,
  ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version > 0);
ALTER TABLE hot_word
  ADD COLUMN is_on boolean NOT NULL DEFAULT true,
  ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  ADD CONSTRAINT hot_word_time CHECK (starts_at < ends_at) NOT VALID;
GRANT UPDATE (is_on, version) ON hot_word TO yunjing_app;
