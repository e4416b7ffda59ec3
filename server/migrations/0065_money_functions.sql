-- SQL functions of the money modules that have another name, other parameters or no caller.

-- Refusals are raised by platform_refuse.
DROP FUNCTION IF EXISTS orders_refuse(uuid, text, jsonb);
DROP FUNCTION IF EXISTS refunds_refuse(uuid, text);
DROP FUNCTION IF EXISTS wallet_refuse(uuid, text, jsonb);
DROP FUNCTION IF EXISTS withdrawals_refuse(uuid, text, jsonb);

-- A status update of the channel is received in one statement in every case.
DROP FUNCTION IF EXISTS payments_apply(uuid, uuid, jsonb, timestamptz);
DROP FUNCTION IF EXISTS payments_accept(uuid, uuid, jsonb, timestamptz);
DROP FUNCTION IF EXISTS payments_mark_late(uuid, uuid, jsonb, timestamptz);
DROP FUNCTION IF EXISTS orders_receive(uuid, uuid, uuid, jsonb, jsonb, text, jsonb, timestamptz);
DROP FUNCTION IF EXISTS wallet_receive(uuid, uuid, uuid, jsonb, jsonb, jsonb, text, jsonb, timestamptz);
DROP FUNCTION IF EXISTS exchange_paid(uuid, uuid, bytea, integer, uuid, uuid, text, uuid, uuid, integer, timestamptz);
