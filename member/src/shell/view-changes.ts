/**
 * Decides when what a page shows is stored for the next visit (decision 0210): a second after an
 * answer has changed it, as long as the member has not changed it themselves, by a tab for instance.
 */
import { captureView } from "./capture-view.ts";
import { router } from "./navigate.ts";
import { STORED } from "../device/stored-pages.ts";

/** Milliseconds. The page comes first: it may still be moving or reading further. */
const QUIET_MS = 800;

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

/**
 * Called whenever an answer has changed the shown page; `isWhole` says whether all of it has been
 * read.
 */
export function viewChanged(isWhole: () => boolean): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (!isTouched && STORED.test(location.pathname) && isWhole()) void captureView();
  }, QUIET_MS);
}
