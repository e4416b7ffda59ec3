/**
 * Tests D09 for the field of every page: trimmed text, at most 140 characters, and an optional
 * counter.
 */
import { act, useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { Field } from "./field.tsx";
import { renderComponent, typeText, find } from "./testing.tsx";

function Held({ onInput, lengthMax }: { onInput: (text: string) => void; lengthMax?: number }) {
  const [text, setText] = useState("");
  const handleInput = (next: string) => {
    onInput(next);
    setText(next);
  };
  return <Field label="姓名" value={text} onInput={handleInput} lengthMax={lengthMax} hasCounter />;
}

describe("a field", () => {
  test("D09 reports the trimmed text and shows the spaces until the focus leaves", async () => {
    const onInput = vi.fn();
    const { page, remove } = await renderComponent(<Held onInput={onInput} />);
    const input = find<HTMLInputElement>(page, "input");
    await act(async () => input.focus());
    await typeText(input, " 林 知夏 ");
    expect(onInput).toHaveBeenLastCalledWith("林 知夏");
    expect(input.value).toBe(" 林 知夏 ");
    await act(async () => input.blur());
    expect(input.value).toBe("林 知夏");
    await remove();
  });

  test("D09 accepts 140 characters by default, and counts the used ones", async () => {
    const { page, rerender, remove } = await renderComponent(<Held onInput={vi.fn()} />);
    const input = find<HTMLInputElement>(page, "input");
    expect(input.maxLength).toBe(140);
    await typeText(input, "林知夏");
    expect(page.textContent).toContain("3 / 140");
    await rerender(<Held onInput={vi.fn()} lengthMax={-1} />);
    expect(input.hasAttribute("maxlength")).toBe(false);
    expect(page.textContent).not.toContain("/");
    await remove();
  });
});
