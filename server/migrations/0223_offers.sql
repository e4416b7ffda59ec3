-- A member may refuse advertising in the app (decision 0135): when; null while the member receives it.
ALTER TABLE member ADD COLUMN offers_off_at timestamptz;
GRANT UPDATE (offers_off_at) ON member TO yunjing_app;
