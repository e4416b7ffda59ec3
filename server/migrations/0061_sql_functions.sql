-- SQL functions that have another name, other parameters or no caller.

-- A refusal is raised by platform_refuse.
DROP FUNCTION IF EXISTS coupons_deny(uuid, text, text);
