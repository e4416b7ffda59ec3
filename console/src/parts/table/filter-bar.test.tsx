/** Tests of the filters of a list: chips, the search field, and clearing. */
import { afterEach, expect, test, vi } from "vitest";
import { act, useState } from "react";
import { button, click, find, mount, pressKey, textsOf, typeText } from "../testing.tsx";
import { FilterBar } from "./filter-bar.tsx";

type Values = { readonly state?: string; readonly keyword?: string };
const onChange = vi.fn();

function Held({ start }: { readonly start: Values }) {
  const [values, setValues] = useState(start);
  return (
    <FilterBar
      values={values}
      onChange={(patch) => {
        onChange(patch);
        setValues({ ...values, ...patch });
      }}
      placeholder="单号或手机尾号"
      filters={[
        {
          key: "state",
          label: "状态",
          choices: [
            ["waiting", "待处理"],
            ["done", "已完成"],
          ],
        },
      ]}
    />
  );
}
const keyword = () => find<HTMLInputElement>("input[type=search]");
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

afterEach(() => {
  vi.useRealTimers();
  onChange.mockClear();
});

test("an unused filter is chosen from its menu and becomes a chip that removes it", async () => {
  const { remove } = await mount(<Held start={{}} />);
  await click(button("状态"));
  expect(button("状态").getAttribute("aria-expanded")).toBe("true");
  await click(button("已完成"));
  expect(onChange).toHaveBeenLastCalledWith({ state: "done" });
  expect(textsOf("button")).toEqual(["状态：已完成", "", "清空"]);
  await click(button("去掉状态"));
  expect(onChange).toHaveBeenLastCalledWith({ state: undefined });
  expect(textsOf("button")).toEqual(["状态"]);
  await remove();
});

test("clearing removes every filter and the keyword together", async () => {
  const { remove } = await mount(<Held start={{ state: "done", keyword: "R261" }} />);
  await click(button("清空"));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ state: undefined, keyword: undefined });
  expect(keyword().value).toBe("");
  await remove();
});

test("a keyword is sent once the typing pauses, without spaces around it", async () => {
  const { remove } = await mount(<Held start={{}} />);
  vi.useFakeTimers();
  await typeText(keyword(), "R2");
  await wait(299);
  await typeText(keyword(), "R261 ");
  await wait(299);
  expect(onChange).not.toHaveBeenCalled();
  await wait(1);
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ keyword: "R261" });
  await remove();
});

test("a space after the keyword is no new search", async () => {
  const { remove } = await mount(<Held start={{ keyword: "R261" }} />);
  vi.useFakeTimers();
  await typeText(keyword(), "R261 ");
  await wait(2_000);
  expect(onChange).not.toHaveBeenCalled();
  expect(keyword().value).toBe("R261 ");
  await remove();
});

test("the key / leads to the search field, Escape closes an open menu", async () => {
  const { remove } = await mount(<Held start={{}} />);
  await click(button("状态"));
  button("待处理").focus();
  await pressKey("Escape");
  expect(textsOf("button")).toEqual(["状态"]);
  await pressKey("/");
  expect(document.activeElement).toBe(keyword());
  await remove();
});

test("a filter with many choices has a field that narrows them", async () => {
  const cities = Array.from({ length: 30 }, (_, at) => [`c${at}`, `城市${at}`] as const);
  const { remove } = await mount(
    <FilterBar
      values={{}}
      onChange={onChange}
      filters={[{ key: "city", label: "城市", choices: [...cities, ["sh", "上海"]] }]}
    />,
  );
  await click(button("城市"));
  const field = find<HTMLInputElement>("input[type=search]");
  await typeText(field, "上");
  expect(textsOf("button")).toEqual(["城市", "上海"]);
  await typeText(field, "没有的地方");
  expect(textsOf("p")).toEqual(["没有符合的城市"]);
  await typeText(field, "上海");
  await click(button("上海"));
  expect(onChange).toHaveBeenLastCalledWith({ city: "sh" });
  await remove();
});

test("choices that are read when the menu opens say that they are on their way", async () => {
  const onOpen = vi.fn();
  const bar = (lack: "loading" | "failed" | undefined, city?: string) => (
    <FilterBar
      values={{ city }}
      onChange={onChange}
      filters={[
        {
          key: "city",
          label: "城市",
          choices: lack === undefined ? [["sh", "上海"]] : [],
          onOpen,
          ...(lack && { lack }),
        },
      ]}
    />
  );
  const { remove } = await mount(bar("loading"));
  expect(onOpen).not.toHaveBeenCalled();
  await click(button("城市"));
  expect(onOpen).toHaveBeenCalledOnce();
  expect(textsOf("p")).toEqual(["正在读取…"]);
  await remove();
  const failed = await mount(bar("failed", "sh"));
  await click(button("城市：…"));
  expect(textsOf("p")).toEqual(["没有读到，请关闭后再打开"]);
  await failed.remove();
  const whole = await mount(bar(undefined, "sh"));
  expect(textsOf("button")[0]).toBe("城市：上海");
  await whole.remove();
});
