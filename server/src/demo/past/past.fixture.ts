/** A database with the demo and a small past, for tests. */
import { pastProduct } from "../../app/past.ts";
import { readConfig } from "../../config/config.ts";
import { sampleMenu, sampleSource, sampleStore } from "../../domain/dining/testing.ts";
import { optionalSupplierIds } from "../../gateways/suppliers/registry.ts";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { freshDatabase } from "../../platform/database/testing.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import { seedDemo } from "../seed.ts";
import type { PastSize } from "./seed-past.ts";

const setMeals = sampleMenu.setMeals.map((meal) => ({ ...meal, id: "kfc-set" }));
const noListener = { listen: () => undefined, isUp: () => true, close: () => Promise.resolve() };

export type DemoWithPast = {
  readonly context: TestContext;
  readonly db: Db;
  /** Seeds again, as a later start does. */
  readonly seedAgain: () => Promise<unknown>;
  readonly close: () => Promise<void>;
};

/** Seeds the demo, as the start of the product does. */
export async function openDemoWithPast(pastSize: PastSize): Promise<DemoWithPast> {
  const fresh = await freshDatabase();
  const context = testContext();
  const db = openDatabase({ url: fresh.appUrl, log: context.log, size: 8 });
  const environment = {
    DATABASE_URL: fresh.appUrl,
    SANDBOX_ORIGIN: "http://127.0.0.1:9",
    LOG_LEVEL: "silent",
    APP_SECRET: "a root secret that is long enough for these tests",
  };
  const config = readConfig(environment, optionalSupplierIds);
  const { source: diningSource } = sampleSource(
    [sampleStore("310100-01")],
    [{ ...sampleMenu, setMeals }],
  );
  const past = pastProduct({ config, db, listener: noListener });
  const seed = () => seedDemo(context, db, { diningSource, past, pastSize });
  await seed();
  return {
    context,
    db,
    seedAgain: seed,
    close: async () => {
      await closeDatabase(db);
      await fresh.drop();
    },
  };
}
