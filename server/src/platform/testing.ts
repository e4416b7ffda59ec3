/** Test utilities: a context with a controlled clock and random source. Imported by tests only. */
import { manualClock, type ManualClock } from "./clock.ts";
import type { Context } from "./context.ts";
import { createLog } from "./log.ts";
import { idsFrom, seededRandom } from "./random.ts";
import { createSecrets } from "./secrets.ts";
import { settingsWith } from "./settings.ts";

export type TestContext = Context & { readonly clock: ManualClock };

/** Noon of a Friday in Shanghai: every store with ordinary hours is open. */
export const TEST_NOON = new Date("2026-11-20T04:00:00Z");

/** Creates a context for one test file; `settings` overrides single values. */
export function testContext(settings: Readonly<Record<string, unknown>> = {}): TestContext {
  const clock = manualClock(TEST_NOON);
  const random = seededRandom("test");
  return {
    clock,
    random,
    ids: idsFrom(clock, random),
    secrets: createSecrets("a root secret that is long enough for tests"),
    settings: settingsWith(settings),
    log: createLog("silent"),
  };
}
