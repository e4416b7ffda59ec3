-- A member may enter the birthday, without the year, for the coupons of that day. It cannot be changed.
ALTER TABLE member ADD COLUMN birthday text
  CHECK (birthday ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$');
CREATE INDEX member_birthday ON member (birthday, member_id) WHERE birthday IS NOT NULL;
GRANT UPDATE (birthday) ON member TO yunjing_app;
