/** Tests the copy buttons where the browser allows the clipboard, refuses it, or has none. */
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { No } from "./table/columns.tsx";
import { mount, textsOf } from "./testing.tsx";
import { Toasts } from "./toast.tsx";

afterEach(() => vi.unstubAllGlobals());

const withClipboard = (clipboard: Partial<Clipboard> | undefined) =>
  vi.stubGlobal("navigator", clipboard === undefined ? {} : { clipboard });

async function press(): Promise<void> {
  const button = document.querySelector<HTMLButtonElement>("[aria-label='复制 202611230001']");
  await act(async () => button?.click());
}

test("a number is copied without its spaces, and a refusal shows it to be selected", async () => {
  const { remove } = await mount(
    <>
      <No value="202611230001" />
      <Toasts />
    </>,
  );
  const writeText = vi.fn(() => Promise.resolve());
  withClipboard({ writeText });
  await press();
  expect(writeText).toHaveBeenCalledWith("202611230001");
  expect(textsOf("[role=status] p")).toEqual(["已复制 202611230001"]);

  const refused = "浏览器不允许复制，请选中后复制：202611230001";
  withClipboard({ writeText: () => Promise.reject(new DOMException("", "NotAllowedError")) });
  await press();
  expect(textsOf("[role=alert] p")).toEqual([refused]);
  withClipboard(undefined);
  await press();
  expect(textsOf("[role=alert] p")).toEqual([refused, refused]);
  await remove();
});
