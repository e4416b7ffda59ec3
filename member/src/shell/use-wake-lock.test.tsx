/** Tests that the screen is kept on only while a component is shown, and that a refusal is harmless. */
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { renderComponent } from "../components/testing.tsx";
import { useWakeLock } from "./use-wake-lock.ts";

const Shown = () => <p>{useWakeLock() ? "on" : "off"}</p>;

afterEach(() => Reflect.deleteProperty(navigator, "wakeLock"));

function offer(request: () => Promise<unknown>) {
  const asked = vi.fn<() => Promise<unknown>>(request);
  Object.defineProperty(navigator, "wakeLock", { value: { request: asked }, configurable: true });
  return asked;
}

test("the lock is held while shown, asked for again when the page is visible, and released", async () => {
  const release = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const asked = offer(() => Promise.resolve({ release, addEventListener: () => undefined }));
  const { page, remove } = await renderComponent(<Shown />);
  expect(page.textContent).toBe("on");
  await act(async () => document.dispatchEvent(new Event("visibilitychange")));
  expect(asked).toHaveBeenCalledTimes(2);
  await remove();
  expect(release).toHaveBeenCalled();
});

test("without the interface, and when the browser refuses, the screen is not said to stay on", async () => {
  const without = await renderComponent(<Shown />);
  expect(without.page.textContent).toBe("off");
  await without.remove();
  offer(() => Promise.reject(new DOMException("low battery", "NotAllowedError")));
  const refused = await renderComponent(<Shown />);
  expect(refused.page.textContent).toBe("off");
  await refused.remove();
});
