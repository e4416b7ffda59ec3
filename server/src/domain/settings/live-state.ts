/**
 * The settings, kill switches and notice in force in this process: one frozen snapshot in memory,
 * replaced when another process reports a change, and read again every two seconds.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../../platform/clock.ts";
import { createFollower, type Follower } from "../../platform/database/follower.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Log } from "../../platform/log.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Settings } from "../../platform/settings.ts";
import { pausedText, settingsInForce, type SwitchName, switchOf } from "./model.ts";
import { readChanges, SETTINGS_CHANNEL } from "./store/live.ts";

/** How often a process reads the changes without a notification, in ms. */
const POLL_MS = 2_000;

/** Instants in ms. */
export type LiveNotice = {
  readonly text: string;
  readonly startsAt: number | undefined;
  readonly endsAt: number;
};

export type Snapshot = {
  readonly settings: Settings;
  /** Until when each function that is off stays off, ms. */
  readonly pausedUntil: ReadonlyMap<SwitchName, number>;
  readonly notice: LiveNotice | undefined;
};

export type LiveState = Pick<Follower<Snapshot>, "refresh" | "follow"> & {
  /** The installation's own figures. */
  readonly start: Settings;
  /** Returns the snapshot of this request, or else the newest. */
  current(): Snapshot;
  /** Runs a request: everything within it reads one snapshot. */
  run<T>(work: () => T): T;
};

/** `log` gets a warning for each stored value that is left out, once. */
export function createLiveState(start: Settings, log: Log): LiveState {
  const scope = new AsyncLocalStorage<Snapshot>();
  const reported = new Set<string>();
  const read = async (db: Db): Promise<Snapshot> => {
    const { stored, pausedUntil, notice } = await readChanges(db);
    const { settings, ignored } = settingsInForce(start, stored);
    for (const { name, why } of ignored) {
      if (reported.has(name)) continue;
      reported.add(name);
      log.warn({ setting: name, why }, "a stored setting is not in force");
    }
    return Object.freeze({ settings, pausedUntil, notice });
  };
  const { newest, refresh, follow } = createFollower<Snapshot>({
    first: Object.freeze({
      settings: Object.freeze({ ...start }),
      pausedUntil: new Map(),
      notice: undefined,
    }),
    read,
    channel: SETTINGS_CHANNEL,
    pollMs: POLL_MS,
    log,
    what: "settings",
  });
  return {
    start,
    current: () => scope.getStore() ?? newest(),
    run: (work) => scope.run(newest(), work),
    refresh,
    follow,
  };
}

/** Returns until when a function is off, ms; undefined while it is on. */
function pausedUntilOf(live: LiveState, clock: Clock, name: SwitchName): number | undefined {
  const until = live.current().pausedUntil.get(name);
  return until !== undefined && until > clock.now().getTime() ? until : undefined;
}

/** Returns whether an operator has switched a function off, for what must not refuse. */
export const isPaused = (live: LiveState, clock: Clock, name: SwitchName): boolean =>
  pausedUntilOf(live, clock, name) !== undefined;

/** Refuses FEATURE_PAUSED {text, until} for an operation that an operator has switched off. */
export function refusePaused(live: LiveState, clock: Clock, operation: string): void {
  const name = switchOf(operation);
  const until = name && pausedUntilOf(live, clock, name);
  if (!name || until === undefined) return;
  throw new Refusal("FEATURE_PAUSED", { text: pausedText(name, until), until });
}

/** Returns the notice that members see now. */
export function noticeNow(live: LiveState, clock: Clock): LiveNotice | undefined {
  const { notice } = live.current();
  const nowMs = clock.now().getTime();
  return notice && notice.endsAt > nowMs && (notice.startsAt ?? 0) <= nowMs ? notice : undefined;
}
