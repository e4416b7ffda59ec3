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

-- No more than eight arguments: what belongs together is one JSON argument.
DROP FUNCTION IF EXISTS exchange_open(uuid, uuid, bytea, uuid, bytea, bytea, jsonb, integer, uuid, timestamptz);
DROP FUNCTION IF EXISTS exchange_open_use(uuid, uuid, bytea, uuid, bytea, bytea, text, integer, uuid, timestamptz);
DROP FUNCTION IF EXISTS exchange_place(uuid, uuid, bytea, bytea, text, text, bytea, jsonb, bytea, bytea, bytea, uuid[], timestamptz);
DROP FUNCTION IF EXISTS exchange_redeem(uuid, uuid, bytea, bytea, text, text, bytea, jsonb, bytea, bytea, uuid, jsonb, jsonb, bytea, text, uuid[], timestamptz);
DROP FUNCTION IF EXISTS orders_pay(uuid, text, text, bytea, text, text, boolean, integer, uuid, integer, uuid, timestamptz);
DROP FUNCTION IF EXISTS orders_pay(uuid, text, text, bytea, text, text, boolean, bytea, integer, integer, uuid, integer, uuid, timestamptz);

-- Texts that members read are arguments; a parameter has a plain name.
DROP FUNCTION IF EXISTS refunds_done(uuid, uuid, text, timestamptz);
DROP FUNCTION IF EXISTS wallet_expire(uuid, timestamptz);
DROP FUNCTION IF EXISTS withdrawals_apply(uuid, uuid, jsonb, timestamptz);
DROP FUNCTION IF EXISTS withdrawals_done(uuid, withdrawal, jsonb, timestamptz);
