/**
 * Starts the app in the page: the navigator reads the address, React draws, what nobody caught
 * becomes a notice.
 */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { attempt } from "./device/attempt.ts";
import { wordsFor } from "./device/failure.ts";
import { takeInvite } from "./device/invite-address.ts";
import { record, startLog } from "./device/log.ts";
import { notice } from "./shell/facade/facade.ts";
import { storedToken } from "./device/token.ts";
import { followLogout, router } from "./shell/navigate.ts";
import "./theme/global.css";

const DEBUG_FLAG = "debug-console";

/** M08: only a set flag loads the console, and at once, so that it hears the start. */
function startConsole(): void {
  if (attempt(() => localStorage.getItem(DEBUG_FLAG)) == null) return;
  import("./device/debug-console.ts")
    .then(({ followDebugFlag }) => followDebugFlag())
    .catch(() => undefined);
}

/** Only a visit by an invitation loads what keeps it; a member who is in already is no newcomer. */
function arriveInvited(): void {
  const invite = takeInvite();
  if (!invite || storedToken() !== "") return;
  import("./device/invited-by.ts").then(
    ({ arriveBy }) => arriveBy(invite),
    () => undefined,
  );
}

const root = document.getElementById("app");
if (!root) throw new Error("index.html has no #app");

let isTelling = false;
/** One notice at a time: a failure that repeats must not pile up in front of the member. */
async function tell(failure: unknown): Promise<void> {
  if (isTelling || (failure instanceof DOMException && failure.name === "AbortError")) return;
  isTelling = true;
  // A notice that cannot be shown must not become the next failure to tell.
  await notice({ content: wordsFor(failure), type: "error" }).catch(() => undefined);
  isTelling = false;
}
addEventListener("unhandledrejection", (event) => void tell(event.reason));

startLog();
startConsole();
followLogout();
router.subscribe(() => record("page", [router.view().current?.place.path]));
history.scrollRestoration = "manual";
arriveInvited();
void router.start();
const onUncaughtError = (failure: unknown) => {
  reportError(failure);
  void tell(failure);
};
createRoot(root, { onUncaughtError }).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
