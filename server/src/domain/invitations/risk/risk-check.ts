/** The judge of bonds: reads what is around one, weighs it, and says why. */
import type { Context } from "../../../platform/context.ts";
import { isSharedDevice } from "../../../platform/http/call.ts";
import { devicesOf } from "../../members/actions.ts";
import { payerHash } from "../../payments/model.ts";
import { hashOf } from "../actions/signals.ts";
import type { RiskCheck } from "../port.ts";
import { scoreRisk, type Reason, reasonText } from "./model.ts";
import { readRiskFacts } from "./store.ts";

/** Outside WeChat whoever opens the link pays, and the payment names nobody. */
const ANONYMOUS_PAYER = payerHash({ via: "h5" });

/** As an operator reads it: what was found, how much of it, what it adds. */
const reasonLine = ({ code, count, points }: Reason): string =>
  `${reasonText(code)}（${count}，+${points}）`;

/** Three reads within the caller's transaction; writes nothing. */
export const createRiskCheck = (context: Context): RiskCheck => ({
  assess: async (tx, bond) => {
    const { inviteRiskHold: hold, inviteRiskReject: reject } = context.settings;
    // What many clients share is nobody's own device.
    const devices = await devicesOf(tx, bond.inviterId);
    const inviters = devices.filter((device) => !isSharedDevice(device));
    const newcomers = new Set(await devicesOf(tx, bond.memberId));
    const facts = await readRiskFacts(tx, bond, {
      devices: inviters.map((device) => hashOf(context, "device", device)),
      anyone: ANONYMOUS_PAYER,
      now: context.clock.sql(),
    });
    // The newcomer may also have logged in on the inviter's device since registering on another.
    const isInvitersDevice =
      facts.isInvitersDevice || inviters.some((device) => newcomers.has(device));
    const {
      score,
      reasons,
      decision: verdict,
    } = scoreRisk({ ...facts, isInvitersDevice }, { hold, reject });
    return { score, decision: verdict, reasons: reasons.map(reasonLine) };
  },
});
