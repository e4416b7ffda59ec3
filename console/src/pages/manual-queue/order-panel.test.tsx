/** Tests of what the panel of an undecided order says about calling the supplier. */
import { expect, test } from "vitest";
import { mount, textsOf } from "../../parts/testing.tsx";
import { SupplierCall } from "./order-panel.tsx";

const shown = async (contact: { phone: string; hours: string; script: string }) => {
  const { remove } = await mount(<SupplierCall row={{ contact }} />);
  const [text = ""] = textsOf("main");
  await remove();
  return text;
};

test("the number, the hours and the script of the supplier's form are shown", async () => {
  const contact = { phone: "400-800-1234", hours: "每天 9–21 点", script: "报单号，问是否发货" };
  const text = await shown(contact);
  for (const value of Object.values(contact)) expect(text).toContain(value);
});

test("without a form the panel says where to enter it", async () => {
  expect(await shown({ phone: "", hours: "", script: "" })).toContain("还没有登记");
});
