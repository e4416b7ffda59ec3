/** Screens texts and pictures over signed HTTP; only the provider's own verdict decides. */
import Type from "typebox";
import Value from "typebox/value";
import type { Screener } from "../../domain/moderation/port.ts";
import { type Partner, requireSafeOrigin, signedCall } from "../signing/call.ts";

const requestNo = Type.String({ minLength: 1, maxLength: 64 });
const Answer = Type.Object({
  requestNo,
  verdict: Type.Union([Type.Literal("pass"), Type.Literal("review"), Type.Literal("reject")]),
  label: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
});

/** Throws TypeError at once when the origin is not safe. */
export function moderationScreener(partner: Partner): Screener {
  requireSafeOrigin(partner.origin);
  return {
    async screen(no, subject) {
      const body = { requestNo: no, ...subject };
      const reply = await signedCall(partner, {
        method: "POST",
        path: "/moderation/v1/checks",
        body,
      });
      if (!reply.answered) return { state: "unknown", reason: reply.reason };
      const { status, body: answer } = reply;
      if (status !== 200 || !Value.Check(Answer, answer) || answer.requestNo !== no)
        return { state: "unknown", reason: `status ${status}` };
      const { verdict, label = "未通过自动审核" } = answer;
      return verdict === "pass" ? { state: "pass" } : { state: verdict, label };
    },
  };
}
