/**
 * Starts the app in the page: the navigator reads the address, React renders, uncaught failures
 * become a notice.
 */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { attempt } from "./device/attempt.ts";
import { userMessageFor } from "./device/failure.ts";
import { takeInviteFromUrl } from "./device/invite-url.ts";
import { record, startLog } from "./device/log.ts";
import { notice } from "./shell/facade/facade.ts";
import { storedToken } from "./device/token.ts";
import { followLogoutElsewhere, router } from "./shell/navigate.ts";
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

startLog();
startConsole();
followLogoutElsewhere();
router.subscribe(() => record("page", [router.view().current?.location.path]));
history.scrollRestoration = "manual";
handleInvite();
void router.start();
const onUncaughtError = (failure: unknown) => {
  reportError(failure);
  void showFailure(failure);
};
createRoot(root, { onUncaughtError }).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
