/**
 * Tests that a repeated or concurrent domain event creates one message; without the unique key it
 * creates several.
 */
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type MessagesTestEnv, createMessagesTestEnv } from "./test-env.fixture.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

const AT_ONCE = 64;
const ORDER = "018f0000-0000-7000-8000-0000000000aa";

let testEnv: MessagesTestEnv;
beforeEach(async () => {
  testEnv = await createMessagesTestEnv(AT_ONCE);
});
afterEach(() => testEnv.close());

async function publishConcurrently(): Promise<{
  messages: number;
  sendings: number;
  pushed: number;
}> {
  const memberId = await testEnv.member();
  const event = { memberId, kind: "security.password_set", ref: ORDER } as const;
  await Promise.all(Array.from({ length: AT_ONCE }, () => testEnv.handleEvent(event)));
  const [row] = await testEnv.rows<{ messages: number }>(
    "SELECT count(*)::int AS messages FROM message WHERE member_id = $1",
    [memberId],
  );
  const sendings = (await testEnv.sendings(memberId)).length;
  return { messages: row?.messages ?? 0, sendings, pushed: testEnv.pushed.length };
}

test("the same event from 64 concurrent handlers is one message, one sending and one push", async () => {
  expect(await publishConcurrently()).toEqual({ messages: 1, sendings: 1, pushed: 1 });
});

test.runIf(isSlowTier)(
  "mutant: without the unique key, the member is notified repeatedly",
  async () => {
    const owner = new pg.Client(testEnv.ownerUrl);
    await owner.connect();
    await owner
      .query("ALTER TABLE message DROP CONSTRAINT message_once")
      .finally(() => owner.end());
    expect((await publishConcurrently()).messages).toBe(AT_ONCE);
  },
);
