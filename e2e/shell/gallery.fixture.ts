/** The gallery of the developer page, opened by someone who may see it, and the words to drive it with. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { GALLERY } from "../../member/src/shell/facade/gallery.ts";
import { type Phone, phone } from "../browser.ts";
import { sharedOperator } from "./fixture.ts";

const GALLERY_PAGE = "/pages/devop/debug?show=gallery";

/** Opens the gallery for a test file; its pages are closed with the browser. */
export function openGallery() {
  const device: Phone = phone();
  const open = (options: BrowserContextOptions = {}): Promise<Page> =>
    device.open(GALLERY_PAGE, { ...sharedOperator().browserOptions, ...options });
  return {
    device,
    open,
    /** The gallery with one dialog opened by the keyboard alone. */
    openDialog: async (id: string, options?: BrowserContextOptions): Promise<Page> => {
      const page = await open(options);
      await opener(page, id).press("Enter");
      return page;
    },
  };
}

/** The button of the gallery that opens a dialog. */
export const opener = (page: Page, id: string) => {
  const entry = GALLERY.find((one) => one.id === id);
  if (!entry) throw new Error(`the gallery has no ${id}`);
  return page.getByRole("button", { name: entry.label, exact: true });
};

/** The dialog now open. */
export const box = (page: Page, name?: string | RegExp) =>
  page
    .getByRole("dialog", name === undefined ? {} : { name })
    .or(page.getByRole("alertdialog", name === undefined ? {} : { name }));
export const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).click();
const answer = (page: Page) => page.getByRole("status", { name: "回答" });

/** The gallery shows this answer of the dialog that has closed. */
export async function expectAnswer(page: Page, said: unknown): Promise<void> {
  const wanted = JSON.stringify(said) ?? "undefined";
  await answer(page).getByText(wanted, { exact: true }).waitFor();
}

/** What a screen reader says when the dialog opens, besides its name. */
export const described = (page: Page) =>
  box(page).evaluate((node) => {
    const id = node.getAttribute("aria-describedby");
    return id === null ? "" : (document.getElementById(id)?.textContent ?? "");
  });

export const isFocusInside = (page: Page) =>
  box(page).evaluate((node) => node.contains(document.activeElement));
