/** A member's copy of their own data (个人信息副本), made by a job and downloaded after a proof. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { copies as routes } from "../routes/copies.ts";
import { Instant, Nothing } from "../values.ts";

export const PersonalCopy = Type.Object({
  copyId: Type.String(),
  /** `gone`: the file was deleted at its end. */
  state: Type.Enum(["making", "ready", "failed", "gone"]),
  askedAt: Instant,
  /** Until when it can be downloaded. */
  until: Type.Optional(Instant),
  bytes: Type.Optional(Type.Integer({ minimum: 1 })),
  downloadedAt: Type.Optional(Instant),
});

export const Copies = Type.Object({
  /** The newest; absent before the first. */
  copy: Type.Optional(PersonalCopy),
  /** How many more may be asked for today. */
  leftToday: Type.Integer({ minimum: 0 }),
  /** Whether a link needs a code by SMS: only for members with a phone. */
  needsCode: Type.Boolean(),
});
export type Copies = Static<typeof Copies>;

const path = {
  copyId: Type.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" }),
};

export const copies = shapesOf<typeof routes>()({
  show: {
    summary: "The newest copy of the caller's own data, and how many may be asked for today",
    input: Type.Object({}),
    output: Copies,
    refusals: [],
  },
  request: {
    summary: "Asks for a copy, which a job makes; one at a time, and some a day",
    input: Nothing,
    output: Copies,
    refusals: ["STATE_CHANGED", "RATE_LIMITED"],
  },
  link: {
    summary:
      "A link that downloads the copy once, within ten minutes; needs a proof of purpose `copy`",
    input: Type.Object({ ...path, stepUp: Type.Optional(Type.String({ maxLength: 64 })) }),
    output: Type.Object({ link: Type.String(), until: Instant }),
    refusals: ["NOT_FOUND", "STEP_UP_NEEDED"],
  },
  file: {
    summary: "The copy as one HTML page with its data as JSON; a link is good once",
    input: Type.Object({ ...path, link: Type.String({ pattern: "^[A-Za-z0-9_-]{43}$" }) }),
    output: Type.Unsafe<Buffer>(Type.String({ format: "binary" })),
    refusals: ["NOT_FOUND"],
    bytes: { type: "text/html; charset=utf-8", cacheSeconds: 0 },
  },
});
