/** Coupons of a level: granted once to a member, and not granted when a campaign has none left. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { changeLevel, listLevels } from "../levels/actions.ts";
import { levelCouponHandler } from "./outbox-handlers.ts";
import { type CouponTestEnv, createTestEnv } from "./testing.ts";

let testEnv: CouponTestEnv;
beforeAll(async () => {
  testEnv = await createTestEnv();
}, 60_000);
afterAll(() => testEnv.close());

test("a member who reaches a level gets its coupons once, however often the message is delivered", async () => {
  const { context, db } = testEnv;
  const available = await testEnv.template();
  const gone = await testEnv.template({ stock: [0] });
  const [, silver] = await listLevels(db);
  if (!silver) throw new Error("no second level");
  await changeLevel(db, { ...silver, couponTemplates: [gone, available] });
  await expect(changeLevel(db, silver)).rejects.toMatchObject({ code: "STATE_CHANGED" });
  await expect(changeLevel(db, { ...silver, grade: 9 })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });

  const memberId = await testEnv.member(1);
  const handler = levelCouponHandler(context, db);
  const delivery = {
    memberId,
    id: context.ids.next(),
    topic: "level.reached",
    sealed: undefined,
    payload: { grade: 2 },
    attempt: 1,
  };
  await handler(delivery);
  await handler({ ...delivery, id: context.ids.next() });
  const { rows } = await db.$client.query(
    "SELECT template_id, source, source_ref FROM member_coupon WHERE member_id = $1",
    [memberId],
  );
  expect(rows).toEqual([{ template_id: available, source: "level", source_ref: "grade:2" }]);
});
