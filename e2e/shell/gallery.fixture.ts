/** Opens the gallery of the developer page as an operator, with functions to use its dialogs. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll } from "vitest";
import { GALLERY } from "../../member/src/shell/facade/gallery.ts";
import { type Phone, phone } from "../browser.ts";
import { sharedOperator } from "./shell.fixture.ts";

const GALLERY_PAGE = "/pages/devop/debug?show=gallery";

/**
 * Returns the functions that open the gallery in a test file; its pages are closed with the
 * browser.
 */
export function openGallery() {
  const device: Phone = phone();
  const open = (options: BrowserContextOptions = {}): Promise<Page> =>
    device.open(GALLERY_PAGE, { ...sharedOperator().browserOptions, ...options });
  let shared: Page;
  beforeAll(async () => {
    shared = await open();
  });
  /** Loads the gallery anew in the page that the tests of a file share. */
  const openAgain = async (): Promise<Page> => {
    await shared.goto(device.origin + GALLERY_PAGE);
    return shared;
  };
  return {
    device,
    open,
    /** Opens the gallery and one dialog by the keyboard alone. */
    openDialog: async (id: string, options?: BrowserContextOptions): Promise<Page> => {
      const page = await (options ? open(options) : openAgain());
      await opener(page, id).press("Enter");
      return page;
    },
  };
}

/** Returns the gallery button that opens a dialog. */
export const opener = (page: Page, id: string) => {
  const entry = GALLERY.find((one) => one.id === id);
  if (!entry) throw new Error(`the gallery has no ${id}`);
  return page.getByRole("button", { name: entry.label, exact: true });
};

/** Returns the open dialog. */
export const box = (page: Page, name?: string | RegExp) =>
  page
    .getByRole("dialog", name === undefined ? {} : { name })
    .or(page.getByRole("alertdialog", name === undefined ? {} : { name }));
export const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).click();
const answer = (page: Page) => page.getByRole("status", { name: "回答" });

/** Expects that the gallery shows this answer of the closed dialog. */
export async function expectAnswer(page: Page, expected: unknown): Promise<void> {
  const wanted = JSON.stringify(expected) ?? "undefined";
  await answer(page).getByText(wanted, { exact: true }).waitFor();
}

/** Returns the dialog's accessible description. */
export const described = (page: Page) =>
  box(page).evaluate((node) => {
    const id = node.getAttribute("aria-describedby");
    return id === null ? "" : (document.getElementById(id)?.textContent ?? "");
  });

export const isFocusInside = (page: Page) =>
  box(page).evaluate((node) => node.contains(document.activeElement));
