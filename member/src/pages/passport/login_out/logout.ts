/**
 * Ends a login on the server and everything of the member on this device (M18). What the server
 * could not be told now it is told as soon as it answers again.
 */
import { api } from "../../../api.ts";
import { clearEarlyUrls } from "../../../device/early-response.ts";
import { isDefiniteFailure } from "../../../device/failure.ts";
import { request } from "../../../device/http.ts";
import { clearLog } from "../../../device/log.ts";
import { runLogoutHandlers, whileLoggingOut } from "../../../device/logout-handlers.ts";
import { withTimeout } from "../../../device/with-timeout.ts";
import { removeAllEntries } from "../../../device/storage.ts";
import { removeToken, storedToken, tokenState } from "../../../device/token.ts";

/** Nobody waits longer to be logged out on their own phone. */
const ANSWER_MAX_MS = 8_000;
const RETRY_MS = 30_000;

/** True when the server ended the session, or knows none; false when it could not be reached. */
const endSession = (everywhere: boolean): Promise<boolean> =>
  tokenState() === "missing"
    ? Promise.resolve(true)
    : withTimeout(api.passport.logout({ everywhere }), ANSWER_MAX_MS).then(
        () => true,
        isDefiniteFailure,
      );

/**
 * The token lives on in memory alone, and only to be ended. It stops with the page, or when someone
 * has logged in again, whose cookie the answer would clear.
 */
function retryEndSession(token: string, everywhere: boolean): void {
  const stop = () => {
    clearInterval(timer);
    removeEventListener("online", tell);
  };
  const tell = async () => {
    if (storedToken() !== "") return stop();
    const asked = { method: "POST", path: "/passport/logout", body: { everywhere } } as const;
    const headers = { authorization: token };
    const isEnded = await request({ ...asked, headers }).then(() => true, isDefiniteFailure);
    if (isEnded) stop();
  };
  const timer = setInterval(tell, RETRY_MS);
  addEventListener("online", tell);
}

/** Logs out; answers whether the server knows. The device is cleared either way. */
export const logout = (everywhere: boolean): Promise<boolean> =>
  whileLoggingOut(() => endSessionAndClear(everywhere));

async function endSessionAndClear(everywhere: boolean): Promise<boolean> {
  const token = storedToken();
  const isEnded = await endSession(everywhere);
  removeAllEntries();
  clearEarlyUrls();
  clearLog();
  removeToken();
  await runLogoutHandlers();
  if (!isEnded) retryEndSession(token, everywhere);
  return isEnded;
}
