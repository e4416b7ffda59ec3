/** Moves through a page of the console by keys only, and checks that the focus shows at each stop. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { expectGoodPage } from "./console.fixture.ts";

const STOPS_MAX = 80;

/** Whether the element has the focus. */
export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/**
 * What the page shows of the focus: an outline or a ring at the element or at the label around it. A
 * field of text shows its caret as well, and six boxes show the next digit.
 */
const isFocusShown = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement) || at === document.body) return true;
    const isShown = (element: Element | null): boolean => {
      if (!element) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
    };
    const isText = at.matches("input:not([type=checkbox]), textarea");
    return isText || isShown(at) || isShown(at.closest("label"));
  });

/** Presses a key until the target has the focus; the focus is shown at every stop. */
export async function moveTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    if ((await target.count()) > 0 && (await hasFocus(target.first()))) return;
    await page.keyboard.press(key);
    const name = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120));
    expect(await isFocusShown(page), `the focus is shown at ${name}`).toBe(true);
  }
  expect.unreachable(`${target.toString()} is not reached by ${key}`);
}

/**
 * Opens the prompt of a button by key, checks the page with it, and leaves it; the focus is back at
 * the button.
 */
export async function expectGoodPrompt(page: Page, trigger: Locator): Promise<void> {
  await trigger.focus();
  await page.keyboard.press("Enter");
  const prompt = page.getByRole("dialog");
  await prompt.waitFor();
  await expectGoodPage(page);
  await page.keyboard.press("Escape");
  await prompt.waitFor({ state: "detached" });
  await expect.poll(() => hasFocus(trigger)).toBe(true);
}

/** Moves to the target and presses Enter on it. */
export async function pressOn(page: Page, target: Locator, key = "Tab"): Promise<void> {
  await moveTo(page, target, key);
  await page.keyboard.press("Enter");
}
