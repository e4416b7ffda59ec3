/**
 * The operators' side of messages: announcements, a member's messages, dead messages, and the
 * channels' figures.
 */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorMessages as routes } from "../../routes/operators/messages.ts";
import { Instant, listOf, Nothing, Planned } from "../../values.ts";
import { ConsentChannel, MessageTopic } from "../messages.ts";

const Id = Type.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" });
const reason = Type.String({ minLength: 2, maxLength: 200 });
const MemberNo = Type.String({ pattern: "^[0-9A-Za-z]{4,32}$" });
const messageFields = {
  topic: MessageTopic,
  title: Type.String({ minLength: 1, maxLength: 40 }),
  text: Type.String({ minLength: 1, maxLength: 300 }),
  /** A path within the app. */
  link: Type.Optional(Type.String({ maxLength: 300, pattern: "^/([^/\\\\].*)?$" })),
};

export const Announcement = Type.Object({
  announcementId: Type.String(),
  ...messageFields,
  fromAt: Planned,
  untilAt: Planned,
  actor: Type.String(),
  withdrawnAt: Type.Optional(Instant),
  createdAt: Instant,
});
export type Announcement = Static<typeof Announcement>;

const DeadSending = Type.Object({
  memberNo: Type.String(),
  messageId: Type.String(),
  channel: ConsentChannel,
  title: Type.String(),
  tries: Type.Integer(),
  word: Type.Optional(Type.String()),
  endedAt: Instant,
});

export const operatorMessages = shapesOf<typeof routes>()({
  announcements: {
    summary: "What was announced, the latest first",
    input: Type.Object({}),
    output: listOf(Announcement),
    refusals: [],
  },
  announce: {
    summary: "Tells all members: one row that is read with their own messages",
    input: Type.Object({
      ...messageFields,
      fromAt: Type.Optional(Planned),
      untilAt: Planned,
      reason,
    }),
    output: Announcement,
    refusals: [],
  },
  withdraw: {
    summary: "Takes an announcement out of everybody's list",
    input: Type.Object({ announcementId: Id, reason }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  dead: {
    summary: "Sendings that were given up, the latest first",
    input: Type.Object({}),
    output: listOf(DeadSending),
    refusals: [],
  },
  resend: {
    summary: "Tries a sending that was given up once more",
    input: Type.Object({ memberNo: MemberNo, messageId: Id, channel: ConsentChannel, reason }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  figures: {
    summary: "What the channels did in the last seven days, by state",
    input: Type.Object({}),
    output: listOf(
      Type.Object({ channel: ConsentChannel, state: Type.String(), count: Type.Integer() }),
    ),
    refusals: [],
  },
});
