/**
 * Ends a login on the server and everything of the member on this device (M18). What the server
 * could not be told now it is told as soon as it answers again.
 */
import { api } from "../../../api.ts";
import { forgetEarly } from "../../../device/early.ts";
import { isAnswered } from "../../../device/failure.ts";
import { request } from "../../../device/http.ts";
import { clearLog } from "../../../device/log.ts";
import { tellMemberLeft, whileMemberLeaves } from "../../../device/member-left.ts";
import { within } from "../../../device/task.ts";
import { forgetAll } from "../../../device/storage.ts";
import { dropToken, storedToken, tokenState } from "../../../device/token.ts";

/** Nobody waits longer to be logged out on their own phone. */
const ANSWER_MAX_MS = 8_000;
const RETRY_MS = 30_000;

/** True when the server ended the session, or knows none; false when it could not be reached. */
const endSession = (everywhere: boolean): Promise<boolean> =>
  tokenState() === "missing"
    ? Promise.resolve(true)
    : within(api.passport.logout({ everywhere }), ANSWER_MAX_MS).then(() => true, isAnswered);

/**
 * The token lives on in memory alone, and only to be ended. It stops with the page, or when someone
 * has logged in again, whose cookie the answer would clear.
 */
function endLater(token: string, everywhere: boolean): void {
  const stop = () => {
    clearInterval(timer);
    removeEventListener("online", tell);
  };
  const tell = async () => {
    if (storedToken() !== "") return stop();
    const asked = { method: "POST", path: "/passport/logout", body: { everywhere } } as const;
    const headers = { authorization: token };
    const isEnded = await request({ ...asked, headers }).then(() => true, isAnswered);
    if (isEnded) stop();
  };
  const timer = setInterval(tell, RETRY_MS);
  addEventListener("online", tell);
}

/** Logs out; answers whether the server knows. The device is cleared either way. */
export const leave = (everywhere: boolean): Promise<boolean> =>
  whileMemberLeaves(() => logOut(everywhere));

async function logOut(everywhere: boolean): Promise<boolean> {
  const token = storedToken();
  const isEnded = await endSession(everywhere);
  forgetAll();
  forgetEarly();
  clearLog();
  dropToken();
  await tellMemberLeft();
  if (!isEnded) endLater(token, everywhere);
  return isEnded;
}
