/** Tests of the card of an approval: who is to decide it, and which buttons each person has. */
import { afterEach, expect, test } from "vitest";
import { setOperator } from "../../api/operator.ts";
import { button, mount, textsOf } from "../testing.tsx";
import { actionsOf, Comparison, Faces } from "./approval-content.tsx";
import { sampleApproval } from "./sample.ts";

const ME = "0199dddd-0000-7000-8000-00000000000b";
const me = {
  uid: ME,
  name: "周予安",
  nickname: "",
  phone: "",
  roles: [],
  permissions: [],
  proofAboveFen: 20_000,
};
afterEach(() => setOperator(undefined));

const faces = async (changes: Partial<typeof sampleApproval>) => {
  setOperator(me);
  const { remove } = await mount(<Faces detail={{ ...sampleApproval, ...changes }} />);
  const [text = ""] = textsOf("main");
  await remove();
  return text;
};

test("the faces name who made it and who is to decide it", async () => {
  expect(await faces({})).toMatch(/沈若溪.*您$/);
  expect(await faces({ assignee: { id: ME, name: "周予安" } })).toMatch(/转给您$/);
  expect(await faces({ assignee: { id: "other", name: "林知远" } })).toMatch(/转给 林知远$/);
  expect(await faces({ maker: { id: ME, name: "周予安" } })).toMatch(/您.*等第二人$/);
  expect(await faces({ checker: { id: "other", name: "林知远" } })).toMatch(/林知远$/);
});

const buttonsOf = async (changes: Partial<typeof sampleApproval>, isSeen: boolean) => {
  const detail = { ...sampleApproval, ...changes };
  const { remove } = await mount(<>{actionsOf(detail, isSeen, () => undefined)}</>);
  const words = textsOf("button");
  const isOff = words.includes("同意并入账 ¥20.00") && button("同意并入账 ¥20.00").disabled;
  await remove();
  return { words, isOff };
};

test("a checker declines, passes on, and approves only after the end of the comparison", async () => {
  const words = ["不同意", "转给他人", "同意并入账 ¥20.00"];
  expect(await buttonsOf({}, false)).toEqual({ words, isOff: true });
  expect(await buttonsOf({}, true)).toEqual({ words, isOff: false });
});

test("its maker takes it back, and who may do nothing has no button", async () => {
  expect((await buttonsOf({ may: ["withdraw"] }, true)).words).toEqual(["撤回"]);
  expect((await buttonsOf({ may: [] }, true)).words).toEqual([]);
});

test("the comparison shows the change, the postings, the reason and why it may not be decided", async () => {
  const detail = { ...sampleApproval, why: "不能审批自己的提议" };
  const { remove } = await mount(
    <Comparison detail={detail} revealed="KEY-1" end={() => undefined} />,
  );
  const [text = ""] = textsOf("main");
  for (const words of ["可用积分", "不能审批自己的提议", "「补偿第二单」", "KEY-1"])
    expect(text).toContain(words);
  await remove();
});
