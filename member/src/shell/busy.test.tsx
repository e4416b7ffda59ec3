// @vitest-environment happy-dom
/** Tests when the member counts as busy. */
import { Activity, act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useBusy, markBusy } from "./busy.ts";
import { notice, toast } from "./facade/facade.ts";
import { registerHost, openDialogs } from "./facade/dialog-queue.ts";
import { isBusy, allBusyReasons } from "./is-busy.ts";

beforeEach(() => vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true));
afterEach(() => {
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

function Page({ isPaying }: { readonly isPaying: boolean }) {
  useBusy("pay", isPaying);
  return null;
}

test("U07 a payment counts as busy until it ends, and is counted once", () => {
  const first = markBusy("pay");
  const second = markBusy("pay");
  first();
  first();
  expect(isBusy()).toBe(true);
  second();
  expect(isBusy()).toBe(false);
});

test("U07 a busy page counts while hidden, until it is done or closed", async () => {
  const root = createRoot(document.createElement("div"));
  const show = (mode: "visible" | "hidden", isPaying: boolean) =>
    act(() =>
      root.render(
        <Activity mode={mode}>
          <Page isPaying={isPaying} />
        </Activity>,
      ),
    );
  show("visible", true);
  show("hidden", true);
  expect(allBusyReasons()).toEqual(["pay"]);
  show("hidden", false);
  expect(isBusy()).toBe(false);
  show("visible", true);
  show("hidden", true);
  act(() => root.render(null));
  expect(isBusy()).toBe(false);
  act(() => root.unmount());
});

test("U07 an open dialog counts, a toast does not", async () => {
  const leave = registerHost();
  void toast("已复制");
  void notice({ content: "说明" });
  await expect.poll(() => openDialogs()).toHaveLength(2);
  expect(allBusyReasons()).toEqual(["notice"]);
  for (const open of openDialogs()) if (open.kind === "notice") open.settle(undefined);
  expect(isBusy()).toBe(false);
  leave();
});

test("U07 a visible filled field counts; an empty one, a search field and a hidden one do not", () => {
  document.body.innerHTML = "<input><input type=search><input type=checkbox><textarea></textarea>";
  const [text, search] = document.querySelectorAll("input");
  const area = document.querySelector("textarea");
  if (!text || !search || !area) throw new Error("the form is not there");
  const seen = vi.spyOn(Element.prototype, "getClientRects");
  const rects = (count: number) => ({ length: count }) as unknown as DOMRectList;
  seen.mockImplementation(() => rects(1));
  search.value = "汉堡";
  expect(allBusyReasons()).toEqual([]);
  text.value = "13800000001";
  area.value = "少放辣";
  expect(allBusyReasons()).toEqual(["field", "field"]);
  seen.mockImplementation(() => rects(0));
  expect(allBusyReasons()).toEqual([]);
  seen.mockRestore();
});
