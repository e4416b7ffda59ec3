/** Makes one order fail on every change, as a defect of its data would. */

/**
 * From now on the database refuses every change of this order. `asOwner` runs statements as the
 * owner of the tables. Returns how to mend the order.
 */
export async function breakOrder(
  asOwner: (statements: string) => Promise<void>,
  orderNo: string,
): Promise<() => Promise<void>> {
  await asOwner(`
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'order % is broken', OLD.order_no; END $$;
    CREATE TRIGGER broken_order BEFORE UPDATE ON orders
    FOR EACH ROW WHEN (OLD.order_no = '${orderNo}') EXECUTE FUNCTION refuse_change()`);
  return () => asOwner("DROP TRIGGER broken_order ON orders; DROP FUNCTION refuse_change()");
}
