-- What a benefit is shared as; its title, and its brand and tags, stand where there is no text.
ALTER TABLE benefit
  ADD COLUMN share_title text,
  ADD COLUMN share_text text;
