-- Pictures of benefits and brands: re-encoded pixels in several widths and two formats, with the text
-- that stands for the picture. Members see the built-in drawing where there is none.
CREATE TABLE picture (
  picture_id uuid PRIMARY KEY,
  alt text NOT NULL CHECK (length(alt) BETWEEN 2 AND 60),
  widths integer[] NOT NULL CHECK (cardinality(widths) > 0),
  made_by uuid NOT NULL,
  made_at timestamptz NOT NULL
);
CREATE TABLE picture_size (
  picture_id uuid NOT NULL REFERENCES picture (picture_id),
  width integer NOT NULL CHECK (width BETWEEN 1 AND 4000),
  format text NOT NULL CHECK (format IN ('avif', 'webp')),
  content bytea NOT NULL CHECK (length(content) > 0),
  PRIMARY KEY (picture_id, width, format)
);
GRANT SELECT, INSERT ON picture, picture_size TO yunjing_app;

ALTER TABLE benefit ADD COLUMN picture_id uuid REFERENCES picture (picture_id);
ALTER TABLE brand ADD COLUMN picture_id uuid REFERENCES picture (picture_id);
ALTER TABLE category ADD COLUMN picture_id uuid REFERENCES picture (picture_id);
