/** Tests of the field for a day that filters a page: typed text, the calendar, faults. */
import { act, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { DateInput } from "./date-input.tsx";
import { button, click, find, mount, pressKey, textsOf, typeText } from "./testing.tsx";

const field = () => find<HTMLInputElement>("input[aria-label=从哪天]");
const leave = () =>
  act(async () => {
    field().focus();
    field().blur();
  });

afterEach(() => vi.restoreAllMocks());

async function open(onChange: (day: string) => void) {
  function Sample() {
    const [day, setDay] = useState("2026-11-20");
    return (
      <DateInput
        label="从哪天"
        value={day}
        max="2026-11-28"
        onChange={(next) => {
          onChange(next);
          setDay(next);
        }}
      />
    );
  }
  await mount(<Sample />);
  await act(async () => field().focus());
}

test("a day is shown and typed as 2026-11-24, whatever the browser's language is", async () => {
  const changed = vi.fn();
  await open(changed);
  expect([field().type, field().value]).toEqual(["text", "2026-11-20"]);
  await typeText(field(), "2026-11-24");
  expect(changed).toHaveBeenCalledExactlyOnceWith("2026-11-24");
});

test("another way of writing a day counts when the field is left, or with Enter", async () => {
  const changed = vi.fn();
  await open(changed);
  await typeText(field(), "2026/11/2");
  expect(changed).not.toHaveBeenCalled();
  await pressKey("Enter");
  expect(changed).toHaveBeenLastCalledWith("2026-11-02");
  await typeText(field(), "20261124");
  await leave();
  expect(changed).toHaveBeenLastCalledWith("2026-11-24");
  expect(field().value).toBe("2026-11-24");
});

test("an unreadable or too late day shows its fault at the field and changes nothing", async () => {
  const changed = vi.fn();
  await open(changed);
  await typeText(field(), "2026-02-30");
  expect(textsOf("[role=alert]")).toEqual([]);
  await leave();
  expect(textsOf("[role=alert]")).toEqual(["请填写日期，例如 2026-11-24"]);
  expect(field().getAttribute("aria-invalid")).toBe("true");
  await typeText(field(), "2026-12-01");
  await leave();
  expect(textsOf("[role=alert]")).toEqual(["不能晚于 2026-11-28"]);
  expect(changed).not.toHaveBeenCalled();
});

test("the button and Alt with the arrow open the browser's calendar, whose day is taken", async () => {
  const changed = vi.fn();
  await open(changed);
  const calendar = find<HTMLInputElement>("input[type=date]");
  const opened = vi.fn();
  Object.assign(calendar, { showPicker: opened });
  await click(button("打开日历"));
  await act(async () =>
    field().dispatchEvent(
      new KeyboardEvent("keydown", { key: "ArrowDown", altKey: true, bubbles: true }),
    ),
  );
  expect(opened).toHaveBeenCalledTimes(2);
  await typeText(calendar, "2026-11-23");
  expect(changed).toHaveBeenLastCalledWith("2026-11-23");
});
