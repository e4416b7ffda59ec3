/**
 * Starts the app in the page: the navigator reads the address, React renders, uncaught failures
 * become a notice.
 */
import type { FirstViewData } from "@yunjing/contract/first-view";
import { startTransition, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { attempt } from "./device/attempt.ts";
import { userMessageFor } from "./device/failure.ts";
import { takeInviteFromUrl } from "./device/invite-url.ts";
import { record, startLog } from "./device/log.ts";
import { notice } from "./shell/facade/facade.ts";
import { storedToken } from "./device/token.ts";
import { importPage, storeAnswers, untilAnswered } from "./page-loaders.ts";
import { dropFirstView, firstViewData, isLeaving } from "./shell/first-view.ts";
import { followLogout, router } from "./shell/navigate.ts";
import { loadPage } from "./shell/page-modules.ts";
import { setTitle } from "./shell/page-title.ts";
import { pageOf } from "./shell/route-location.ts";
import { saveScrollPosition } from "./shell/scroll.ts";
import { hideSplash } from "./shell/splash.ts";
import "./theme/global.css";

const DEBUG_FLAG = "debug-console";

/** M08: loads the console only when the flag is set, and at once, so that it records the start. */
function startConsole(): void {
  if (attempt(() => localStorage.getItem(DEBUG_FLAG)) == null) return;
  import("./device/debug-console.ts")
    .then(({ applyDebugFlag }) => applyDebugFlag())
    .catch(() => undefined);
}

/**
 * Loads the invitation code only for a visit by an invitation; a logged-in member is not a
 * newcomer.
 */
function handleInvite(): void {
  const invite = takeInviteFromUrl();
  if (!invite || storedToken() !== "") return;
  import("./device/stored-invite.ts").then(
    ({ recordInviteVisit }) => recordInviteVisit(invite),
    () => undefined,
  );
}

const root = document.getElementById("app");
if (!root) throw new Error("index.html has no #app");

let isShowingFailure = false;
/** Shows one notice at a time: a repeated failure must not open many notices. */
async function showFailure(failure: unknown): Promise<void> {
  if (isShowingFailure || (failure instanceof DOMException && failure.name === "AbortError"))
    return;
  isShowingFailure = true;
  // A notice that cannot be shown must not cause another failure notice.
  await notice({ content: userMessageFor(failure), type: "error" }).catch(() => undefined);
  isShowingFailure = false;
}
addEventListener("unhandledrejection", (event) => void showFailure(event.reason));

const onUncaughtError = (failure: unknown) => {
  reportError(failure);
  void showFailure(failure);
};
const app = (
  <StrictMode>
    <App importPage={importPage} />
  </StrictMode>
);

function render(into: HTMLElement): void {
  dropFirstView(into);
  createRoot(into, { onUncaughtError }).render(app);
}

/** Returns whether a first view is that of this phone's city; null is none chosen. */
const isOfThisCity = async (code: string | null | undefined): Promise<boolean> =>
  code === undefined || (await import("./device/location-choice.ts")).isChosenCity(code);

/** Hydrates what the server has rendered, once the code of its page is loaded. */
async function takeOver(
  into: HTMLElement,
  { path, title, cityCode, answers }: FirstViewData,
  started: Promise<void>,
): Promise<void> {
  const page = pageOf(path);
  if (!page) return render(into);
  // A page whose code does not load is rendered anew, which shows the way to load it again.
  const fits = await Promise.all([
    isOfThisCity(cityCode),
    started,
    loadPage(page, importPage),
    storeAnswers(answers),
  ]).then(
    ([isOfCity]) => isOfCity,
    () => false,
  );
  const { current } = router.view();
  if (!fits || current?.location.path !== path || current.isGuardPending) return render(into);
  if (title !== undefined) setTitle(current.key, title);
  if (scrollY > 0) saveScrollPosition(current.key);
  hydrateRoot(into, app, { onUncaughtError });
}

/** Renders the page beneath what the head shows of the last visit, until it has its content. */
function showBeneathLastView(into: HTMLElement, started: Promise<void>): void {
  startTransition(() => createRoot(into, { onUncaughtError }).render(app));
  const content = async () => {
    const page = router.view().current?.location.page;
    if (!page) return;
    await loadPage(page, importPage);
    await untilAnswered(page);
  };
  import("./shell/last-view.ts").then(
    ({ replaceLastView }) => replaceLastView(started, content),
    // What was seen last must not stay without the code that replaces it.
    () => {
      document.getElementById("last-view")?.remove();
      delete document.documentElement.dataset["first"];
      hideSplash();
    },
  );
}

function start(into: HTMLElement): void {
  startLog();
  startConsole();
  followLogout();
  router.subscribe(() => record("page", [router.view().current?.location.path]));
  history.scrollRestoration = "manual";
  handleInvite();
  const started = router.start();
  const firstView = firstViewData();
  if (firstView) void takeOver(into, firstView, started);
  else if (document.documentElement.dataset["first"] === "last") showBeneathLastView(into, started);
  else render(into);
}

// In a task of its own, so that a press on what is painted already is not kept waiting.
if (!isLeaving()) setTimeout(start, 0, root);
