-- Generated from delivery-kinds.ts by `npx tsx tools/delivery-kinds.ts --write`; not edited by hand.
-- The constraint refuses a contract with a delivery that has no record. NOT VALID: a build without
-- the newest kind must start on a database that has a contract of it.
ALTER TABLE fulfilment_contract DROP CONSTRAINT IF EXISTS fulfilment_contract_delivery_check;
ALTER TABLE fulfilment_contract ADD CONSTRAINT fulfilment_contract_delivery_check
  CHECK (delivery IN ('card', 'coupons', 'meal', 'movie', 'topup')) NOT VALID;
