/** The push channel's ticket. The WebSocket protocol is described in docs/push.md. */
import Type from "typebox";
import { shapesOf } from "../operation.ts";
import type { push as routes } from "../routes/push.ts";
import { Instant } from "../values.ts";

export const push = shapesOf<typeof routes>()({
  ticket: {
    summary: "A ticket that opens one socket of the caller at /ws/function/{name}, once and soon",
    input: Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }) }),
    output: Type.Object({ ticket: Type.String(), expiresAt: Instant }),
    refusals: ["NOT_FOUND", "RATE_LIMITED"],
  },
});
