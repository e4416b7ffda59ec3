-- The texts and pictures that members read below the rules of a benefit, in their order:
-- {kind: 'text', text} and {kind: 'picture', pictureId}. A publication replaces them as a whole.
ALTER TABLE benefit ADD COLUMN detail jsonb NOT NULL DEFAULT '[]';
