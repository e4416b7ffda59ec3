/** Provokes each refusal of the operators' operations on the running system. */
import type { Input } from "@yunjing/contract/operations";
import type { CallResult, ExchangeFixture } from "./exchange.fixture.ts";
import type { Login } from "./test-env.fixture.ts";

type RefusalContext = {
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
  return {
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
