/** The initial data of a run, and its reset: every run starts with exactly the same rows. */
import type pg from "pg";
import type { Db } from "../src/platform/database/pool.ts";
import { insertTestTemplate } from "../src/domain/coupons/testing.ts";
import { offer } from "../src/domain/orders/shop.fixture.ts";
import { connectAsSuperuser } from "../src/platform/database/superuser.fixture.ts";

export const SKUS = ["card", "scarce", "mall"] as const;

/** Creates the SKUs: a supplier's cards, ten cards of our own stock, and one that costs points. */
async function seedShop(db: Db): Promise<void> {
  await offer(db, { id: "card", delivery: "card", priceFen: 1_000 });
  await offer(db, { id: "scarce", delivery: "card", priceFen: 1_500, stock: 10 });
  await offer(db, { id: "mall", delivery: "card", priceFen: 900, points: 300, pointsCashFen: 100 });
  const { id, offFen, perMember, stock, days } = TEMPLATE;
  await insertTestTemplate(db, id, {
    rules: { type: "amount", valueFen: offFen },
    validity: { mode: "claim", days },
    limits: { perMember },
    stock: [stock],
    budgetFen: [BUDGET_FEN],
  });
}

/** A campaign with few coupons, whose budget covers one of them and a part of a second. */
export const TEMPLATE = { id: "five-off", offFen: 500, perMember: 2, stock: 5, days: 7 } as const;
export const BUDGET_FEN = 700;

/** Every 元 of cash spent earns one point at every level, and no other rule earns points. */
const SIMPLE_POINTS_RULES = `
  UPDATE level SET points_rate = 100;
  UPDATE points_rule SET is_on = false WHERE rule_id <> 'order'`;

/** Copies the tables that have rows; all other tables are empty at the start of a run. */
const SNAPSHOT = `
  CREATE SCHEMA simulation;
  CREATE TABLE simulation.kept (name text PRIMARY KEY, columns text NOT NULL);
  DO $$
  DECLARE t record; has_rows boolean;
  BEGIN
    FOR t IN SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', t.name) INTO has_rows;
      CONTINUE WHEN NOT has_rows;
      EXECUTE format('CREATE TABLE simulation.%I AS TABLE public.%I', 'of_' || t.name, t.name);
      INSERT INTO simulation.kept
      SELECT t.name, string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position)
      FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = t.name AND is_generated = 'NEVER';
    END LOOP;
  END $$`;

const RESET = `
  SELECT string_agg(format('DELETE FROM public.%I', t.tablename)
           || CASE WHEN k.name IS NULL THEN '' ELSE format('; INSERT INTO public.%I (%s) SELECT %s FROM simulation.%I',
                                                           k.name, k.columns, k.columns, 'of_' || k.name) END,
         '; ' ORDER BY t.tablename) AS text
  FROM pg_tables t LEFT JOIN simulation.kept k ON k.name = t.tablename WHERE t.schemaname = 'public'`;

export type InitialData = {
  reset(): Promise<void>;
  close(): Promise<void>;
  readonly owner: pg.Client;
};

/** Creates the initial data; `reset` restores every row. */
export async function openInitialData(db: Db): Promise<InitialData> {
  await seedShop(db);
  const owner = await connectAsSuperuser(db);
  await owner.query(SIMPLE_POINTS_RULES);
  await owner.query(SNAPSHOT);
  const { rows } = await owner.query<{ text: string }>(RESET);
  const text = rows[0]?.text ?? "";
  return {
    owner,
    async reset() {
      await owner.query(text);
    },
    close: () => owner.end(),
  };
}
