/** The judge of bonds: reads what is around one, weighs it, and says why. */
import type { Context } from "../../../platform/context.ts";
import { isSharedDevice } from "../../../platform/http/call.ts";
import { devicesOf } from "../../members/actions.ts";
import { payerHash } from "../../payments/model.ts";
import { hashOf } from "../actions/signals.ts";
import type { RiskJudge } from "../port.ts";
import { judgementOf, type Reason, reasonText } from "./model.ts";
import { readFacts } from "./store.ts";

/** Outside WeChat whoever opens the link pays, and the payment names nobody. */
const ANYONE = payerHash({ via: "h5" });

/** As an operator reads it: what was found, how much of it, what it adds. */
const told = ({ code, count, points }: Reason): string =>
  `${reasonText(code)}（${count}，+${points}）`;

/** Three reads within the caller's transaction; writes nothing. */
export const riskJudge = (context: Context): RiskJudge => ({
  judge: async (tx, bond) => {
    const { inviteRiskHold: hold, inviteRiskReject: reject } = context.settings;
    // What many clients share is nobody's own device.
    const devices = await devicesOf(tx, bond.inviterId);
    const inviters = devices.filter((device) => !isSharedDevice(device));
    const newcomers = new Set(await devicesOf(tx, bond.memberId));
    const facts = await readFacts(tx, bond, {
      devices: inviters.map((device) => hashOf(context, "device", device)),
      anyone: ANYONE,
      now: context.clock.sql(),
    });
    // The newcomer may also have logged in on the inviter's device since registering on another.
    const isInvitersDevice =
      facts.isInvitersDevice || inviters.some((device) => newcomers.has(device));
    const { score, reasons, verdict } = judgementOf(
      { ...facts, isInvitersDevice },
      { hold, reject },
    );
    return { score, verdict, reasons: reasons.map(told) };
  },
});
