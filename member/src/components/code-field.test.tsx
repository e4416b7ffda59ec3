/** Tests the value that the code field passes on when a code is typed or pasted. */
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { CodeField } from "./code-field.tsx";
import { renderComponent, typeText, find } from "./testing.tsx";

function Held() {
  const [code, setCode] = useState("");
  return (
    <>
      <CodeField value={code} onInput={setCode} />
      <output>{code}</output>
    </>
  );
}

describe("the code field", () => {
  test("groups our own form for display and passes on the bare symbols", async () => {
    const { page, remove } = await renderComponent(<Held />);
    const input = find<HTMLInputElement>(page, "input");
    await typeText(input, "7k3m9qxt2v");
    expect(input.value).toBe("7K3M 9QXT 2V");
    expect(find(page, "output").textContent).toBe("7K3M9QXT2V");
    expect(page.textContent).toContain("10 / 18");
    await remove();
  });

  test("passes on a code issued elsewhere with its hyphens", async () => {
    const { page, remove } = await renderComponent(<Held />);
    await typeText(find<HTMLInputElement>(page, "input"), " kfc-2026-ab12cd ");
    expect(find<HTMLInputElement>(page, "input").value).toBe("KFC-2026-AB12CD");
    expect(find(page, "output").textContent).toBe("KFC-2026-AB12CD");
    await remove();
  });

  test("is found by its label", async () => {
    const { page, remove } = await renderComponent(<Held />);
    const label = find<HTMLLabelElement>(page, "label");
    expect(label.textContent).toBe("兑换码");
    expect(label.htmlFor).toBe(find(page, "input").id);
    await remove();
  });
});
