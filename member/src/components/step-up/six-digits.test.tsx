/**
 * Tests that the six boxes accept digits only, report when all are filled, and never show a
 * password.
 */
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { renderComponent, typeText, find } from "../testing.tsx";
import { SixDigits } from "./six-digits.tsx";

interface HeldProps {
  readonly onFull: (digits: string) => void;
  readonly isSecret?: boolean;
}

function Held({ onFull, isSecret = false }: HeldProps) {
  const [digits, setDigits] = useState("");
  return (
    <SixDigits
      label="验证码"
      value={digits}
      onInput={setDigits}
      onFull={onFull}
      isSecret={isSecret}
      error={digits === "999999" ? "不对" : undefined}
    />
  );
}

describe("six boxes", () => {
  test("are filled by a pasted text and report it once", async () => {
    const onFull = vi.fn();
    const { page, remove } = await renderComponent(<Held onFull={onFull} />);
    const input = find<HTMLInputElement>(page, "input");
    await typeText(input, "12 34");
    expect(onFull).not.toHaveBeenCalled();
    expect(input.value).toBe("1234");
    await typeText(input, "验证码 123456");
    expect(onFull).toHaveBeenCalledExactlyOnceWith("123456");
    expect(page.textContent).toContain("123456");
    await remove();
  });

  test("show a password as dots and hide it from the keyboard", async () => {
    const { page, remove } = await renderComponent(<Held onFull={vi.fn()} isSecret />);
    const input = find<HTMLInputElement>(page, "input");
    await typeText(input, "2718");
    expect(input.type).toBe("password");
    expect(page.textContent).toBe("验证码");
    await remove();
  });

  test("announce an error to screen readers", async () => {
    const { page, remove } = await renderComponent(<Held onFull={vi.fn()} />);
    const input = find<HTMLInputElement>(page, "input");
    await typeText(input, "999999");
    expect(input.getAttribute("aria-invalid")).toBe("true");
    const below = document.getElementById(input.getAttribute("aria-describedby") ?? "");
    expect(below?.textContent).toBe("不对");
    await remove();
  });
});
