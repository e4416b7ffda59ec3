/** Fills in the forms of the console by the labels of their fields. */
import type { Locator, Page } from "playwright-core";

/** A field by its label; a required one ends with a star. */
export const field = (within: Page | Locator, label: string): Locator =>
  within.getByLabel(new RegExp(`^${label}\\*?$`));

/** Types into fields, by label. */
export async function fill(
  within: Page | Locator,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await field(within, label).fill(value);
}

/** Chooses in lists, by label; the value is what the operator reads. */
export async function choose(
  within: Page | Locator,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await field(within, label).selectOption({ label: value });
}
