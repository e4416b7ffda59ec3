/** The lifecycle of a withdrawal (domain.md 15), and the check that none is sent twice. */
import { defineLifecycle, type Lifecycle, type StateOf } from "../../platform/lifecycle.ts";
import { invariant } from "../../platform/refusal.ts";

/**
 * APPLIED, APPROVED, FAILED and REJECTED are passed through within a statement, so that no crash
 * leaves one there. From PAYING on only the channel's status update moves it; no event leads to a
 * state that could send it again.
 */
export const withdrawalLifecycle = defineLifecycle({
  name: "withdrawal",
  description:
    "A member moves cash to WeChat; its money is on hold from the first state. Once sent, only " +
    "the channel's status update moves it.",
  stored: { table: "withdrawal", column: "state" },
  history: "withdrawal",
  states: [
    "APPLIED",
    "REVIEWING",
    "APPROVED",
    "PAYING",
    "WAIT_USER_CONFIRM",
    "SUCCESS",
    "FAILED",
    "REJECTED",
    "RETURNED",
    "CANCELLED",
  ],
  initial: ["APPLIED"],
  // The money is in the member's WeChat, or returned.
  final: ["SUCCESS", "RETURNED", "CANCELLED"],
  events: [
    { name: "review", from: ["APPLIED"], to: "REVIEWING", by: ["system"] },
    {
      name: "approve",
      from: ["APPLIED", "REVIEWING"],
      to: "APPROVED",
      by: ["operator", "system"],
    },
    { name: "reject", from: ["REVIEWING"], to: "REJECTED", by: ["operator"] },
    { name: "cancel", from: ["APPLIED", "REVIEWING"], to: "CANCELLED", by: ["member"] },
    { name: "send", from: ["APPROVED"], to: "PAYING", by: ["system"] },
    { name: "wait", from: ["PAYING"], to: "WAIT_USER_CONFIRM", by: ["channel"] },
    { name: "success", from: ["PAYING", "WAIT_USER_CONFIRM"], to: "SUCCESS", by: ["channel"] },
    { name: "fail", from: ["PAYING", "WAIT_USER_CONFIRM"], to: "FAILED", by: ["channel"] },
    { name: "return", from: ["FAILED", "REJECTED"], to: "RETURNED", by: ["system"] },
  ],
});
export type WithdrawalState = StateOf<typeof withdrawalLifecycle>;

/** Sent to the channel, so that only the channel's status update may move it. */
export const isSent = (state: WithdrawalState): boolean =>
  state === "PAYING" || state === "WAIT_USER_CONFIRM";

/** States that an operator or the member can still stop; a sent transfer never. */
const STOPPABLE: ReadonlySet<string> = new Set(["APPLIED", "REVIEWING", "APPROVED"]);

/** Lists the events that could send a transfer a second time, one sentence each. */
export const resendFaults = ({ events }: Pick<Lifecycle, "events">): string[] =>
  events
    .filter(({ from, to }) => STOPPABLE.has(to) && from.some((state) => !STOPPABLE.has(state)))
    .map(({ name }) => `${name} could send it a second time`);

const faults = resendFaults(withdrawalLifecycle);
invariant(faults.length === 0, `lifecycle withdrawal: ${faults.join("; ")}`);
