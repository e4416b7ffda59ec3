/** Tests that an action cannot be started twice and that a disabled button shows its reason. */
import { act } from "react";
import { describe, expect, test, vi } from "vitest";
import { countPendingDialog } from "../shell/pending-dialogs.ts";
import { Button } from "./button.tsx";
import { click, renderComponent, find } from "./testing.tsx";

describe("a button", () => {
  test("cannot be pressed again until its promise has settled", async () => {
    let settle = () => {};
    const pay = vi.fn(() => new Promise<void>((done) => (settle = done)));
    const { page, remove } = await renderComponent(
      <Button block onPress={pay}>
        支付 ¥2.50
      </Button>,
    );
    const button = find(page, "button");
    await click(button);
    await click(button);
    expect(pay).toHaveBeenCalledTimes(1);
    expect(button.getAttribute("aria-busy")).toBe("true");
    await act(async () => settle());
    expect(button.hasAttribute("aria-busy")).toBe(false);
    await click(button);
    expect(pay).toHaveBeenCalledTimes(2);
    await remove();
  });

  test("shows no progress while its confirmation dialog is open", async () => {
    let agree: (isYes: boolean) => void = () => undefined;
    let finish: () => void = () => undefined;
    const askConsent = () => new Promise<boolean>((answer) => (agree = answer));
    const work = () => new Promise<void>((done) => (finish = done));
    const press = vi.fn(async () => {
      if (await countPendingDialog(askConsent)) await work();
    });
    const { page, remove } = await renderComponent(
      <Button block onPress={press}>
        我已取餐
      </Button>,
    );
    const button = find(page, "button");
    await click(button);
    expect(button.hasAttribute("aria-busy")).toBe(false);
    await click(button);
    expect(press).toHaveBeenCalledTimes(1);
    await act(async () => agree(true));
    expect(button.getAttribute("aria-busy")).toBe("true");
    await act(async () => finish());
    expect(button.hasAttribute("aria-busy")).toBe(false);
    await remove();
  });

  test("inside a dialog shows progress while the dialog itself is open", async () => {
    let close: () => void = () => undefined;
    let finish: () => void = () => undefined;
    void countPendingDialog(() => new Promise<void>((answer) => (close = answer)));
    const { page, remove } = await renderComponent(
      <Button onPress={() => new Promise<void>((done) => (finish = done))}>保存</Button>,
    );
    const button = find(page, "button");
    await click(button);
    expect(button.getAttribute("aria-busy")).toBe("true");
    await act(async () => {
      finish();
      close();
    });
    await remove();
  });

  test("that is disabled shows the reason, stays in the tab order and does nothing", async () => {
    const onPress = vi.fn();
    const { page, remove } = await renderComponent(
      <Button reason="还差 8 位" onPress={onPress}>
        查询
      </Button>,
    );
    const button = find<HTMLButtonElement>(page, "button");
    await click(button);
    expect(onPress).not.toHaveBeenCalled();
    expect(button.textContent).toContain("还差 8 位");
    expect(button.textContent).not.toContain("查询");
    expect(button.disabled).toBe(false);
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await remove();
  });
});
