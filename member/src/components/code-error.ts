/** The message for a rejected SMS code, with the number of tries left. */
import { ApiFailure, userMessageFor } from "../device/failure.ts";

export function codeError(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return userMessageFor(failure);
  const { data } = failure;
  const left =
    typeof data === "object" && data !== null && "triesLeft" in data
      ? Number(data.triesLeft)
      : undefined;
  return left === undefined ? userMessageFor(failure) : `验证码不对，还可以试 ${left} 次`;
}
