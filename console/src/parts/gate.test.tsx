/** Tests what an operator sees and may do with and without a permission. */
import { afterEach, expect, test } from "vitest";
import { may, type Operator, setOperator } from "../api/operator.ts";
import { Gate } from "./gate.tsx";
import { mount } from "./testing.tsx";

const withRights = (roles: readonly string[], permissions: readonly string[]) =>
  setOperator({ roles, permissions } as Operator);
const drawn = async (page?: string) => {
  const { remove } = await mount(
    <Gate may={["orders:refund", "orders:handle"]} {...(page === undefined ? {} : { page })}>
      <button type="button">退款</button>
    </Gate>,
  );
  const text = document.body.textContent;
  await remove();
  return text;
};

afterEach(() => setOperator(undefined));

test("one of the permissions is enough, and no other one helps", async () => {
  withRights([], ["orders:handle"]);
  expect([may("orders:handle"), may("orders:refund"), may("audit:read", "orders:handle")]).toEqual([
    true,
    false,
    true,
  ]);
  expect(await drawn()).toBe("退款");
});

test("an administrator may do everything, and nobody does before the login is known", async () => {
  expect([may("orders:refund"), await drawn()]).toEqual([false, ""]);
  withRights(["admin"], []);
  expect([may("orders:refund"), await drawn()]).toEqual([true, "退款"]);
});

test("a button without permission is not drawn, a page says which permission it needs", async () => {
  withRights(["support"], ["orders:read"]);
  expect(await drawn()).toBe("");
  const text = await drawn("售后退款");
  expect(text).toContain("您没有「售后退款」的权限");
  expect(text).toContain("orders:refund 或 orders:handle");
  expect(text).toContain("请联系管理员授权");
});
