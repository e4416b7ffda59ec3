/** Provokes each refusal of the operators' operations on the running system. */
import { randomUUID } from "node:crypto";
import type { Input } from "@yunjing/contract/operations";
import { asOwner } from "./backdate.fixture.ts";
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { HttpTestEnv, Login } from "./test-env.fixture.ts";

type RefusalContext = {
  readonly testEnv: HttpTestEnv;
  readonly exchange: ExchangeFixture;
  readonly operators: readonly [Login, Login];
};
type Cases = Readonly<Record<string, Readonly<Record<string, () => Promise<CallResult<unknown>>>>>>;

const reason = "核实无误";

export const systemRefusalCases = (given: () => RefusalContext): Cases => {
  const by = () => ({ token: given().operators[0].consoleToken });
  const settings = <N extends "change" | "rollBack" | "setFlag" | "setNotice">(
    name: N,
    input: Input<"operatorSettings", N>,
  ) => given().exchange.call("operatorSettings", name, input, by());
  const figure = { name: "searchesPerMinute", reason };
  const off = { name: "coupons", isOff: true, reason };
  const job = (name: "run" | "pause" | "resume") => () =>
    given().exchange.call("operatorJobs", name, { name: "nothing", reason }, by());
  /** Adds a picture that is served, blocked or removed, and calls an operation on it. */
  const picture =
    (name: "reveal" | "block" | "unblock" | "remove", state: "served" | "blocked" | "removed") =>
    async () => {
      const operatorId = given().operators[0].memberId;
      const fileId = randomUUID();
      const text = `
        INSERT INTO file (file_id, owner_id, path, state, store_key, type, bytes, sha256, purpose,
                          created_at, blocked_at, blocked_by, block_reason, removed_at)
        VALUES ($1::uuid, $2, '2026/11/' || $1::uuid || '/a.jpg', 'adopted', '2026/11/' || $1::uuid || '.jpg',
                'image/jpeg', 1, sha256('a'), 'avatar', now(), $3, $4, $5, $6)`;
      const blocked = state === "served" ? [null, null, null] : [new Date(), operatorId, reason];
      const removedAt = state === "removed" ? new Date() : null;
      await asOwner(given().testEnv, text, [fileId, operatorId, ...blocked, removedAt]);
      return given().exchange.call("operatorFiles", name, { fileId, reason }, by());
    };
  return {
    "operatorFiles.reveal": { STATE_CHANGED: picture("reveal", "blocked") },
    "operatorFiles.block": { STATE_CHANGED: picture("block", "blocked") },
    "operatorFiles.unblock": { STATE_CHANGED: picture("unblock", "served") },
    "operatorFiles.remove": { STATE_CHANGED: picture("remove", "removed") },
    "operatorJobs.run": { STATE_CHANGED: job("run") },
    "operatorJobs.pause": { STATE_CHANGED: job("pause") },
    "operatorJobs.resume": { STATE_CHANGED: job("resume") },
    "operatorSettings.change": {
      INPUT_INVALID: () => settings("change", { ...figure, value: 1, sinceVersion: 0 }),
      STATE_CHANGED: () => settings("change", { ...figure, value: 50, sinceVersion: 7 }),
    },
    "operatorSettings.rollBack": {
      // The figure is the installation's own already.
      INPUT_INVALID: () => settings("rollBack", { ...figure, version: 0, sinceVersion: 0 }),
      STATE_CHANGED: () => settings("rollBack", { ...figure, version: 0, sinceVersion: 7 }),
    },
    "operatorSettings.setFlag": {
      INPUT_INVALID: () => settings("setFlag", { ...off, endsAt: 1, sinceVersion: 0 }),
      STATE_CHANGED: () => settings("setFlag", { ...off, isOff: false, sinceVersion: 7 }),
    },
    "operatorSettings.setNotice": {
      INPUT_INVALID: () => settings("setNotice", { text: "维护", sinceVersion: 0, reason }),
      STATE_CHANGED: () => settings("setNotice", { text: "", sinceVersion: 7, reason }),
    },
  };
};
