/**
 * Ends a session on the server and removes all member data from this device (M18). If the server
 * cannot be reached, the request is retried until it responds.
 */
import { api } from "../../../api.ts";
import { isDefiniteFailure } from "../../../device/failure.ts";
import { request } from "../../../device/http.ts";
import { removeLastViews } from "../../../device/last-views.ts";
import { clearLog } from "../../../device/log.ts";
import { runLogoutHandlers, whileLoggingOut } from "../../../device/logout-handlers.ts";
import { withTimeout } from "../../../device/with-timeout.ts";
import { forgetSealed } from "../../../device/sealed-entries.ts";
import { removeAllEntries } from "../../../device/storage.ts";
import { removeToken, storedToken, tokenState } from "../../../device/token.ts";

/** Maximum time in ms a member waits to be logged out on their own phone. */
const ANSWER_MAX_MS = 8_000;
const RETRY_MS = 30_000;

/**
 * Returns true when the server ended the session or has none; false when it could not be reached.
 */
const endSession = (everywhere: boolean): Promise<boolean> =>
  tokenState() === "missing"
    ? Promise.resolve(true)
    : withTimeout(api.passport.logout({ everywhere }), ANSWER_MAX_MS).then(
        () => true,
        isDefiniteFailure,
      );

/**
 * Keeps the token only in memory and only to end its session. Stops when the page closes, or when a
 * member logged in again: the response would clear their cookie.
 */
function retryEndSession(token: string, everywhere: boolean): void {
  const stop = () => {
    clearInterval(timer);
    removeEventListener("online", sendLogout);
  };
  const sendLogout = async () => {
    if (storedToken() !== "") return stop();
    const input = { method: "POST", path: "/passport/logout", body: { everywhere } } as const;
    const headers = { authorization: token };
    const isEnded = await request({ ...input, headers }).then(() => true, isDefiniteFailure);
    if (isEnded) stop();
  };
  const timer = setInterval(sendLogout, RETRY_MS);
  addEventListener("online", sendLogout);
}

/** Logs out. Returns whether the server ended the session. The device is cleared in either case. */
export const logout = (everywhere: boolean): Promise<boolean> =>
  whileLoggingOut(() => endSessionAndClear(everywhere));

async function endSessionAndClear(everywhere: boolean): Promise<boolean> {
  const token = storedToken();
  const isEnded = await endSession(everywhere);
  removeAllEntries();
  clearLog();
  removeToken();
  await Promise.all([removeLastViews(), forgetSealed()]);
  await runLogoutHandlers();
  if (!isEnded) retryEndSession(token, everywhere);
  return isEnded;
}
