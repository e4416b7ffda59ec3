/**
 * Decides when what a page shows is stored for the next visit (decision 0210): a second after an
 * answer has changed it, as long as the member has not changed it themselves, by a tab for instance.
 */
import type { QueryClient } from "@tanstack/react-query";
import { router } from "./navigate.ts";

/** Pages of one member that are opened again and again, and on which nothing is entered. */
const STORED =
  /^\/pages\/(?:user\/(?:ordtype|index|orders|coupons|score|score_log|balance_log|wallet|messages|tickets|invoices)|invite\/reward)$/;

/** Milliseconds. The page comes first: it may still be moving or reading further. */
const QUIET_MS = 800;

/**
 * Returns a function to call whenever the content of the shown page has changed; `client` has the
 * reads of the page.
 */
export function captureViewsOf(client: QueryClient): () => void {
  let isTouched = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let key = router.view().current?.key;
  const touch = () => {
    isTouched = true;
  };
  addEventListener("pointerdown", touch, { capture: true, passive: true });
  addEventListener("keydown", touch, { capture: true, passive: true });
  router.subscribe(() => {
    if (router.view().current?.key === key) return;
    key = router.view().current?.key;
    isTouched = false;
  });
  const capture = () => {
    const { current } = router.view();
    if (isTouched || !current || !STORED.test(current.location.path)) return;
    // Without its code nothing is stored, and the next visit waits as the first one did.
    import("./capture-view.ts").then(
      ({ captureView }) => captureView(client),
      () => undefined,
    );
  };
  return () => {
    clearTimeout(timer);
    if (!isTouched) timer = setTimeout(capture, QUIET_MS);
  };
}
