-- A pass of an attraction is delivered as a code that is shown with its order.
ALTER TABLE fulfilment_contract DROP CONSTRAINT fulfilment_contract_delivery_check;
ALTER TABLE fulfilment_contract ADD CONSTRAINT fulfilment_contract_delivery_check
  CHECK (delivery IN ('topup', 'card', 'movie', 'pass', 'coupons', 'meal'));
