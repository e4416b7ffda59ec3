/** Texts of a withdrawal: the tone of its state, and its steps as a timeline. */
import type { Withdrawal, WithdrawalState } from "@yunjing/contract/schemas/withdrawals";
import { formatTime } from "../../../device/time.ts";
import type { TagTone } from "../../../components/tag.tsx";
import type { TimelineEvent } from "../../../components/timeline.tsx";

export const tones: Readonly<Record<WithdrawalState, TagTone>> = {
  reviewing: "warn",
  paying: "warn",
  wait_confirm: "warn",
  success: "ok",
  rejected: "bad",
  failed: "bad",
  cancelled: "plain",
};

const PENDING_STATES: ReadonlySet<WithdrawalState> = new Set([
  "reviewing",
  "paying",
  "wait_confirm",
]);
export const isPending = (state: WithdrawalState): boolean => PENDING_STATES.has(state);

/** Returns the steps, newest first; the expected one is above them. */
export function stepsOf({ state, steps }: Pick<Withdrawal, "state" | "steps">): TimelineEvent[] {
  const past = [...steps].reverse().map(
    ({ text, at }, place): TimelineEvent => ({
      text,
      at: formatTime(at).slice(5, 16),
      state: place === 0 ? "now" : "past",
    }),
  );
  return isPending(state) ? [{ text: "到账微信零钱", state: "later" }, ...past] : past;
}
