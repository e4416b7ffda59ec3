/** Carries login codes from the outbox to the phone. */
import type { Context } from "../../platform/context.ts";
import type { Courier } from "../../platform/jobs/outbox.ts";
import { invariant } from "../../platform/refusal.ts";
import { smsPlace } from "./actions/send-code.ts";
import type { SmsSender } from "./port.ts";

type Sealed = { phone: string; text: string; code: string };

/** The worker for topic `sms.send`: the challenge's id keeps a repeat from reaching the phone twice. */
export const smsCourier =
  (context: Context, sender: SmsSender): Courier =>
  async ({ payload, sealed }) => {
    const challengeId = payload["challengeId"];
    invariant(typeof challengeId === "string" && sealed, "an SMS message names its challenge");
    const message = JSON.parse(context.secrets.open(sealed, smsPlace(challengeId))) as Sealed;
    await sender.send({ ...message, dedupeKey: challengeId });
  };
