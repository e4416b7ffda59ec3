-- A meal beyond its voucher's value: the member pays the difference, the code waits for it.

-- What will be asked of the supplier once the difference is paid; the contact is blanked when it was.
ALTER TABLE orders
  ADD COLUMN supply jsonb,
  ADD COLUMN supply_contact bytea;
GRANT UPDATE (supply_contact) ON orders TO yunjing_app;
