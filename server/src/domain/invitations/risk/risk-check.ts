/**
 * The fraud risk check of bindings: reads the facts around one, scores them, and gives the reasons.
 */
import type { Context } from "../../../platform/context.ts";
import { isSharedDevice } from "../../../platform/http/call.ts";
import { devicesOf } from "../../members/actions.ts";
import { payerHash } from "../../payments/model.ts";
import { hashOf } from "../actions/signals.ts";
import type { RiskCheck } from "../port.ts";
import { scoreRisk, type Reason, reasonText } from "./model.ts";
import { readRiskFacts } from "./store.ts";

/** Outside WeChat any person with the link can pay, and the payment identifies no payer. */
const ANONYMOUS_PAYER = payerHash({ via: "h5" });

/** Formats a reason for operators: the finding, its count, and its points. */
const reasonLine = ({ code, count, points }: Reason): string =>
  `${reasonText(code)}（${count}，+${points}）`;

/** Runs three reads within the caller's transaction; writes nothing. */
export const createRiskCheck = (context: Context): RiskCheck => ({
  assess: async (tx, binding) => {
    const { inviteRiskHold: hold, inviteRiskReject: reject } = context.settings;
    // A device ID that many clients share identifies no member.
    const devices = await devicesOf(tx, binding.inviterId);
    const inviters = devices.filter((device) => !isSharedDevice(device));
    const newcomers = new Set(await devicesOf(tx, binding.memberId));
    const facts = await readRiskFacts(tx, binding, {
      devices: inviters.map((device) => hashOf(context, "device", device)),
      anyone: ANONYMOUS_PAYER,
      now: context.clock.sql(),
    });
    // The newcomer may also have logged in on the inviter's device since registering on another.
    const isInvitersDevice =
      facts.isInvitersDevice || inviters.some((device) => newcomers.has(device));
    const { score, reasons, decision } = scoreRisk(
      { ...facts, isInvitersDevice },
      { hold, reject },
    );
    return { score, decision, reasons: reasons.map(reasonLine) };
  },
});
