/**
 * The context available to every module: time, randomness, ids, keys, settings and the log. It has
 * no business logic.
 */
import type { Clock } from "./clock.ts";
import type { Log } from "./log.ts";
import type { Ids, Random } from "./random.ts";
import type { Secrets } from "./secrets.ts";
import type { Settings } from "./settings.ts";

export type Context = {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly secrets: Secrets;
  readonly settings: Settings;
  readonly log: Log;
};
