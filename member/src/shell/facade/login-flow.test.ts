/** Tests D07: no handler runs before the member agrees to the terms. */
import { expect, test, vi } from "vitest";
import { pressLogin } from "./login-flow.ts";

const steps = (isAgreed: boolean, isYes: boolean) => ({
  isAgreed,
  ask: vi.fn(async () => isYes),
  agree: vi.fn(),
  begin: vi.fn(),
});

test("D07 with unchecked terms, declining runs nothing and checks nothing", async () => {
  const handler = vi.fn();
  const flow = steps(false, false);
  expect(await pressLogin({ text: "微信一键登录", handler }, flow)).toBe(false);
  expect(flow.ask).toHaveBeenCalledTimes(1);
  expect(handler).not.toHaveBeenCalled();
  expect(flow.agree).not.toHaveBeenCalled();
});

test("D07 with unchecked terms, agreeing checks them and runs the handler", async () => {
  const handler = vi.fn();
  const flow = steps(false, true);
  expect(await pressLogin({ text: "微信一键登录", handler }, flow)).toBe(true);
  expect(flow.agree).toHaveBeenCalledTimes(1);
  expect(handler).toHaveBeenCalledTimes(1);
});

test("D07 agreed terms are not asked about again", async () => {
  const flow = steps(true, false);
  expect(await pressLogin({ text: "手机号登录" }, flow)).toBe(true);
  expect(flow.ask).not.toHaveBeenCalled();
});

test("D07 a handler that throws or rejects fails the press", async () => {
  const thrown = () => {
    throw new Error("没有授权");
  };
  await expect(pressLogin({ text: "微信", handler: thrown }, steps(true, false))).rejects.toThrow();
  const rejected = () => Promise.reject(new Error("没有授权"));
  await expect(pressLogin({ text: "微信", handler: rejected }, steps(true, false))).rejects.toThrow(
    "没有授权",
  );
});
