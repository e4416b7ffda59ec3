-- A short mark on a benefit's picture.
ALTER TABLE benefit ADD COLUMN badge text CHECK (badge <> '' AND length(badge) <= 8);
