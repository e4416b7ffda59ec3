/**
 * Test environment of the exchange module: a database with a brand, its stores and menu, two
 * persons who make codes, and members.
 */
import { sql } from "drizzle-orm";
import { type Mutant, openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import { closeDatabase, type Db } from "../../platform/database/pool.ts";
import { freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import { syncStores } from "../dining/actions.ts";
import type { DiningSource, SourceMenu, SourceStore } from "../dining/port.ts";
import { findOrCreateMemberByPhone } from "../members/actions.ts";

const store: SourceStore = {
  supplierCode: "SH001",
  brand: "kfc",
  name: "人民广场店",
  address: "南京西路 1 号",
  cityCode: "310100",
  districtCode: "310101",
  lat: 31.23,
  lng: 121.47,
  phone: "021-1",
  hours: [{ from: "07:00", to: "23:00" }],
  services: ["dine_in", "take_away"],
  leadMinutes: 10,
  soldOut: [],
};
const priced = (id: string, name: string, priceFen: number): SourceMenu["products"][number] => ({
  id,
  name,
  priceFen,
  officialPriceFen: priceFen,
  description: "",
  artwork: "burger",
  kind: "single",
  classIds: ["all"],
  groups: [],
  eatTypes: ["dine_in", "take_away"],
});
const menu: SourceMenu = {
  brand: "kfc",
  version: "1",
  classes: [{ id: "all", name: "全部" }],
  products: [priced("burger", "香辣鸡腿堡", 2_000), priced("fries", "薯条", 1_100)],
  setMeals: [
    {
      id: "kfc-set",
      title: "鸡腿堡两件套",
      priceFen: 2_800,
      lines: [
        { productId: "burger", quantity: 1, options: [] },
        { productId: "fries", quantity: 1, options: [] },
      ],
    },
  ],
};
const source: DiningSource = {
  stores: () => Promise.resolve([store]),
  menus: () => Promise.resolve([menu]),
};

export type ExchangeTestEnv = {
  readonly context: TestContext;
  readonly db: Db;
  /** Runs statements as the owner of the tables, who has more rights than the application. */
  asOwner(statements: string): Promise<void>;
  readonly makerId: string;
  readonly checkerId: string;
  /** Returns a member whose phone ends with these digits. */
  member(last: number): Promise<string>;
  close(): Promise<void>;
};

/**
 * Creates a test environment for one test file. `size` is the number of connections; `mutants`
 * remove guards from statements.
 */
export async function createExchangeTestEnv(
  settings: Readonly<Record<string, unknown>> = {},
  size = 8,
  mutants: readonly Mutant[] = [],
): Promise<ExchangeTestEnv> {
  const context = testContext(settings);
  const fresh = await freshDatabase();
  const { db } = openMutantDatabase({ url: fresh.appUrl, log: context.log, size }, mutants);
  await syncStores(context, db, source);
  const member = async (last: number) => {
    const phone = `138${String(last).padStart(8, "0")}`;
    return (await transaction(db, (tx) => findOrCreateMemberByPhone(context, tx, phone))).memberId;
  };
  return {
    context,
    db,
    member,
    asOwner: fresh.asOwner,
    makerId: await member(1),
    checkerId: await member(2),
    close: async () => {
      await closeDatabase(db);
      await fresh.drop();
    },
  };
}

/** Returns the one number that a statement selects. */
export async function count(db: Db, statement: string): Promise<number> {
  const found = await db.execute<{ n: number }>(sql.raw(statement));
  return Number(Object.values(found.rows[0] ?? { n: Number.NaN })[0]);
}
