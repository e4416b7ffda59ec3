-- What a benefit is shared as; its title and its brand and tags stand where a text is empty.
ALTER TABLE benefit
  ADD COLUMN share_title text NOT NULL DEFAULT '',
  ADD COLUMN share_text text NOT NULL DEFAULT '';
