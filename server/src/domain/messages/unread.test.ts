/**
 * Model test: after any creating, reading, hiding and restoring, list and counts agree with a plain
 * list.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  announce,
  hideMessages,
  pageOfMessages,
  readMessages,
  unreadSummary,
  withdrawAnnouncement,
} from "./actions.ts";
import { type MessagesTestEnv, createMessagesTestEnv } from "./test-env.fixture.ts";
import { type MessageTopic, topics } from "./model.ts";

let testEnv: MessagesTestEnv;
beforeAll(async () => {
  testEnv = await createMessagesTestEnv();
});
afterAll(() => testEnv.close());

/** One event kind for each topic that has events; announcements cover the rest. */
const kindOf = {
  order: "order.refunded",
  asset: "topup.done",
  invite: "invite.settled",
  security: "security.new_device",
} as const;
type Line = {
  id: string;
  topic: MessageTopic;
  isRead: boolean;
  isHidden: boolean;
  isMine: boolean;
};

const step = fc.oneof(
  fc.record({
    act: fc.constant("tell" as const),
    topic: fc.constantFrom("order", "asset", "invite", "security"),
    ref: fc.integer({ min: 0, max: 5 }),
  }),
  fc.record({ act: fc.constant("announce" as const), topic: fc.constantFrom(...topics) }),
  fc.record({
    act: fc.constantFrom("read", "hide", "show", "withdraw"),
    at: fc.array(fc.nat(11), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    act: fc.constant("readAll" as const),
    topic: fc.option(fc.constantFrom(...topics), { nil: undefined }),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A member's state next to the model, the oldest line first. */
type UnreadModel = {
  readonly memberId: string;
  readonly lines: Line[];
  readonly published: Set<string>;
};

const add = ({ lines }: UnreadModel, line: Pick<Line, "id" | "topic" | "isMine">) =>
  lines.push({ ...line, isRead: false, isHidden: false });

async function publishEvent(
  model: UnreadModel,
  topic: keyof typeof kindOf,
  ref: number,
): Promise<void> {
  const { memberId, published } = model;
  const data = { refundId: String(ref) };
  await testEnv.handleEvent({ memberId, kind: kindOf[topic], ref: `${memberId}:${ref}`, data });
  if (published.has(`${topic}:${ref}`)) return;
  published.add(`${topic}:${ref}`);
  const { list } = await pageOfMessages(
    testEnv.context,
    testEnv.db,
    testEnv.deps.orders,
    memberId,
    {
      pageSize: 1,
    },
  );
  add(model, { id: list[0]?.messageId ?? "", topic, isMine: true });
}

async function announceToAll(model: UnreadModel, topic: MessageTopic): Promise<void> {
  const content = { title: "公告", text: "公告", untilAt: 4e12, actor: "op", reason: "试一试" };
  const made = await announce(testEnv.context, testEnv.db, { ...content, topic });
  add(model, { id: made.announcementId, topic, isMine: false });
}

async function withdraw({ lines }: UnreadModel, chosen: readonly Line[]): Promise<void> {
  for (const line of new Set(chosen)) {
    if (line.isMine) continue;
    await withdrawAnnouncement(testEnv.context, testEnv.db, line.id);
    lines.splice(lines.indexOf(line), 1);
  }
}

async function readAll(
  { memberId, lines }: UnreadModel,
  topic: MessageTopic | undefined,
): Promise<void> {
  const which = topic === undefined ? {} : { topic };
  await readMessages(testEnv.context, testEnv.db, memberId, { all: true, ...which });
  for (const line of lines) {
    if (!line.isHidden && (topic === undefined || line.topic === topic)) line.isRead = true;
  }
}

async function mark(
  { memberId }: UnreadModel,
  act: "read" | "hide" | "show",
  chosen: readonly Line[],
): Promise<void> {
  const { context, db } = testEnv;
  const ids = chosen.map(({ id }) => id);
  if (ids.length === 0) return;
  if (act === "read") {
    await readMessages(context, db, memberId, { ids });
    for (const line of chosen) if (!line.isHidden) line.isRead = true;
    return;
  }
  await hideMessages(context, db, memberId, { ids, isHidden: act === "hide" });
  for (const line of chosen) line.isHidden = act === "hide";
}

async function runStep(model: UnreadModel, given: Step): Promise<void> {
  // Messages of the same instant would be ordered by their random ids.
  testEnv.context.clock.advance(1);
  if (given.act === "tell") return publishEvent(model, given.topic, given.ref);
  if (given.act === "announce") return announceToAll(model, given.topic);
  if (given.act === "readAll") return readAll(model, given.topic);
  const chosen = given.at
    .map((place) => model.lines[place])
    .filter((line): line is Line => line !== undefined);
  return given.act === "withdraw" ? withdraw(model, chosen) : mark(model, given.act, chosen);
}

/** Returns all pages of three, one after the other. */
async function listed(memberId: string) {
  const found: { id: string; isRead: boolean }[] = [];
  let cursor: string | undefined;
  do {
    const page = await pageOfMessages(testEnv.context, testEnv.db, testEnv.deps.orders, memberId, {
      pageSize: 3,
      ...(cursor === undefined ? {} : { cursor }),
    });
    found.push(...page.list.map(({ messageId, isRead }) => ({ id: messageId, isRead })));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}

test("list and unread counts agree with the model after any sequence of steps", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps: Step[]) => {
      const unreadModel: UnreadModel = {
        memberId: await testEnv.member(),
        lines: [],
        published: new Set(),
      };
      for (const given of steps) await runStep(unreadModel, given);
      const shown = unreadModel.lines.filter(({ isHidden }) => !isHidden).reverse();
      const model = shown.map(({ id, isRead }) => ({ id, isRead }));
      expect(await listed(unreadModel.memberId)).toEqual(model);
      const { total, byTopic } = await unreadSummary(
        testEnv.context,
        testEnv.db,
        unreadModel.memberId,
      );
      const unread = shown.filter(({ isRead }) => !isRead);
      expect(total).toBe(unread.length);
      for (const topic of topics) {
        expect(byTopic[topic]).toBe(unread.filter((line) => line.topic === topic).length);
      }
      await withdraw(unreadModel, unreadModel.lines.slice());
    }),
    { numRuns: 25, seed: 22 },
  );
});
