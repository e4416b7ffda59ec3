/**
 * Composes the product on an existing database: for the web process, and for workers that will be
 * killed.
 */
import { createApp } from "@yunjing/server/app/app";
import { readConfig } from "@yunjing/server/config/config";
import { createLiveState } from "@yunjing/server/domain/settings/actions";
import { optionalSupplierIds } from "@yunjing/server/gateways/suppliers/registry";
import { type Clock, systemClock } from "@yunjing/server/platform/clock";
import type { Context } from "@yunjing/server/platform/context";
import { openListener } from "@yunjing/server/platform/database/listen";
import { openDatabase } from "@yunjing/server/platform/database/pool";
import { createLog } from "@yunjing/server/platform/log";
import { idsFrom, systemRandom } from "@yunjing/server/platform/random";
import { createSecrets } from "@yunjing/server/platform/secrets";

/**
 * Needs DATABASE_URL, SANDBOX_ORIGIN and APP_SECRET; all processes of one test environment share
 * the same values.
 */
export async function compose(
  env: Readonly<Record<string, string | undefined>>,
  clock: Clock = systemClock,
) {
  const config = readConfig(env, optionalSupplierIds);
  const random = systemRandom;
  const log = createLog(config.logLevel);
  const live = createLiveState(config.settings, log);
  const context: Context = {
    clock,
    random,
    ids: idsFrom(clock, random),
    get settings() {
      return live.current().settings;
    },
    secrets: createSecrets(config.secretRoot),
    log,
  };
  const url = config.database?.url;
  if (!url) throw new Error("DATABASE_URL is missing");
  const db = openDatabase({ url, log: context.log });
  const listener = openListener(config.database?.listenUrl ?? url, context.log);
  await live.refresh(db);
  const app = await createApp({
    config,
    context,
    live,
    db,
    listener,
    pages: undefined,
    notReady: () => undefined,
  });
  return { context, db, app, url, listener, live };
}
