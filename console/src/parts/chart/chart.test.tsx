/** Tests that a chart has the same figures as a table, its unit and its definition. */
import { expect, test } from "vitest";
import { button, click, find, mount, textsOf } from "../testing.tsx";
import { Chart } from "./chart.tsx";

const chart = (
  <Chart
    title="成交额"
    unit="元"
    kind="line"
    points={[
      { label: "09:00", value: 1_284, before: 900 },
      { label: "10:00", value: 2_000 },
    ]}
    names={["今天", "昨天"]}
    definition="已支付的现金"
  />
);

test("the table has every figure of the drawing, for screen readers at once", async () => {
  const { remove } = await mount(chart);
  expect(find("svg[viewBox='0 0 640 220']").getAttribute("aria-hidden")).toBe("true");
  expect(find("caption").textContent).toBe("成交额，单位 元");
  expect(textsOf("thead th")).toEqual(["时间", "今天", "昨天"]);
  expect(textsOf("tbody tr")).toEqual(["09:001,284900", "10:002,000—"]);
  expect(find("details p").textContent).toBe("已支付的现金");
  await remove();
});

test("the button shows the table instead of the drawing", async () => {
  const { remove } = await mount(chart);
  await click(button("表格"));
  expect(document.querySelector("svg[viewBox='0 0 640 220']")).toBeNull();
  expect(find("table").closest(".visually-hidden")).toBeNull();
  expect(button("表格").getAttribute("aria-pressed")).toBe("true");
  await remove();
});

test("a bar above the threshold is drawn as wrong", async () => {
  const points = [4, 5, 6].map((value) => ({ label: `${value}`, value }));
  const { remove } = await mount(
    <Chart title="失败" unit="%" kind="bar" points={points} threshold={5} definition="失败率" />,
  );
  const looks = [...document.querySelectorAll(".visx-bar")].map((bar) => bar.getAttribute("class"));
  expect(looks).toHaveLength(3);
  expect([looks[0] === looks[1], looks[1] === looks[2]]).toEqual([true, false]);
  await remove();
});
